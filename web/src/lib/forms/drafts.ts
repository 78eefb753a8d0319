import { session } from "../browser/store";
import type { Invite, SettingInfo } from "../server/protocol";
import { changed, type Value } from "./settings";

interface Draft {
  read: () => string;
  keep: (text: string) => void;
}

/**
 * Texts that a person wrote for a setting of a game, kept in this window until it is closed.
 *
 * A page of a game that makes such a text (an editor) hands it to the form for a new table with
 *
 *     router.go(drafts.handOver("chess", "board", text));
 *
 * which keeps the text and leads to `/new/chess?own=board`: there the setting `board` is "Custom", with the text in it.
 * With `drafts.handOver("chess", "board", text, "/lab/variant/edit?game=chess&")` it is the form for a variant that begins so.
 * `drafts.of("chess", "board").read()` gives the text back to the editor, "" where there is none.
 */
export const drafts = {
  of(game: string, name: string): Draft {
    const key = `sandtable.draft.${game}.${name}`;
    return {
      read: () => session.read(key) ?? "",
      keep: (text) => void session.write(key, text),
    };
  },

  /** Keeps `text` for the setting `name` of `game`; returns the address of the form that begins with it. */
  handOver(game: string, name: string, text: string, form = `/new/${encodeURIComponent(game)}?`): string {
    this.of(game, name).keep(text);
    return `${form}own=${encodeURIComponent(name)}`;
  },
};

/** The form by which a guest proposes another match to the host of the invitation `code`: it begins with what that says. */
export function counter(code: string, { game, host, settings, take_back, commitment }: Invite, known: readonly SettingInfo[]): string {
  return form(game, settings, known, { invite: code, to: host, take_back, commitment });
}

/** The address of the form for a new table of `game` that begins with these settings; `more` is what else it holds. */
export function form(
  game: string,
  settings: Record<string, Value>,
  known: readonly SettingInfo[],
  more: Record<string, string> = {},
): string {
  return `/new/${encodeURIComponent(game)}?${query(game, settings, known, more)}`;
}

/** The address of the form for a variant of `game` that begins with these settings. */
export function variantForm(
  game: string,
  settings: Record<string, Value>,
  known: readonly SettingInfo[],
  more: { name?: string; why?: string } = {},
): string {
  return `/lab/variant/edit?${query(game, settings, known, { ...more, game })}`;
}

/** The query of the address of a form that begins with these settings; custom texts are kept elsewhere: see `opening`. */
export function query(game: string, settings: Record<string, Value>, known: readonly SettingInfo[], more: Record<string, string>): string {
  const asked = new URLSearchParams(more);
  const own = new Set(known.filter((one) => one.own).map((one) => one.name));
  for (const [name, value] of Object.entries(changed(known, settings))) {
    if (own.has(name) && String(value).includes("\n")) {
      drafts.of(game, name).keep(String(value));
      asked.append("own", name);
    } else {
      asked.set(name, String(value));
    }
  }
  return asked.toString();
}

/**
 * The value that a field of a form begins with: the one that the address names, a custom text, such as one that another page has
 * handed over, or the usual one. A custom text that is not there yet is left empty only where its field fetches one to begin with.
 */
export function opening(game: string, setting: SettingInfo, asked: URLSearchParams): Value {
  const named = asked.get(setting.name);
  if (named !== null) return setting.kind === "integer" ? Number(named) : setting.kind === "flag" ? named === "true" : named;
  const text = asOwn(drafts.of(game, setting.name).read());
  const own = setting.own && (setting.sourced || text !== "\n") && asked.getAll("own").includes(setting.name);
  return own ? text : setting.default;
}

/** A custom text as a setting's value: a single line is a name, and nothing at all for an empty text. */
export function asOwn(text: string): string {
  const line = text.trim();
  return line === "" ? "\n" : line.includes("\n") ? text : line;
}
