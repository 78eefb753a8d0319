import qrcode from "qrcode-generator";

/** An address as a QR code: a path that fills its dark modules, squares of one unit, inside the quiet zone that scanners need. */
interface Code {
  /** width and height, in modules */
  size: number;
  path: string;
}

const QUIET = 4;

/** The QR code of `text`, made here: nobody else learns the text. */
export function codeOf(text: string): Code {
  // what a camera reads from another screen is never damaged much
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const modules = Array.from({ length: code.getModuleCount() }, (_, n) => n);
  const dark = modules.flatMap((row) => modules.filter((column) => code.isDark(row, column)).map((column) => ({ row, column })));
  return {
    size: modules.length + 2 * QUIET,
    path: dark.map(({ row, column }) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`).join(""),
  };
}
