import type { Renderer, Wanted } from "./renderer";

/** milliseconds of a frame above which the bench is drawn flat */
const SLOWEST = 30;
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** A renderer: three dimensions where the machine draws them quickly enough, or they are wanted; else flat. */
export async function open(choice: Wanted): Promise<Renderer> {
  if (choice === "three" || (choice === "auto" && draws3d())) {
    try {
      const { ThreeRenderer } = await import("./three");
      const made = new ThreeRenderer();
      if (choice === "three" || made.frameTime() < SLOWEST) return made;
      made.dispose();
    } catch {
      // no WebGL after all, or the part could not be fetched
    }
  }
  const { CanvasRenderer } = await import("./canvas");
  return new CanvasRenderer();
}

/** Whether there is WebGL, and not one that the processor works out. */
function draws3d(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}
