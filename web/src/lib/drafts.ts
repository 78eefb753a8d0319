import type { Invite, SettingInfo } from "./protocol";

interface Draft {
  read: () => string;
  keep: (text: string) => void;
}

// for browsers that forbid or fill their store: lives as long as the page
const here = new Map<string, string>();

/**
 * Texts that a person wrote for a setting of a game, kept in this window until it is closed.
 *
 * A page of a game that makes such a text (an editor) hands it to the form for a new table with
 *
 *     router.go(drafts.handOver("chess", "board", text));
 *
 * which keeps the text and leads to `/new/chess?own=board`: there the setting `board` stands at "My own" with the text in it.
 * `drafts.of("chess", "board").read()` gives the text back to the editor, "" where there is none.
 */
export const drafts = {
  of(game: string, name: string): Draft {
    const key = `sandtable.draft.${game}.${name}`;
    return {
      read: () => here.get(key) ?? stored(key),
      keep: (text) => {
        here.set(key, text);
        try {
          sessionStorage.setItem(key, text);
        } catch {
          // it lives as long as the page
        }
      },
    };
  },

  /** Keeps `text` for the setting `name` of `game`; returns the address of the form that begins with it. */
  handOver(game: string, name: string, text: string): string {
    this.of(game, name).keep(text);
    return `/new/${encodeURIComponent(game)}?own=${encodeURIComponent(name)}`;
  },
};

/** The form for a table to which a person invites `host`, who has invited him: it begins with what the invitation says. */
export function counter({ game, host, settings, take_back }: Invite, known: readonly SettingInfo[]): string {
  return form(game, settings, known, { opponent: "friend", to: host, take_back });
}

/** The address of the form for a new table of `game` that begins with these settings; `more` is what else stands in it. */
export function form(
  game: string,
  settings: Record<string, string | number | boolean>,
  known: readonly SettingInfo[],
  more: Record<string, string> = {},
): string {
  const asked = new URLSearchParams(more);
  for (const { name, own, default: usual } of known) {
    const value = settings[name] ?? usual;
    if (value === usual) continue;
    if (own && String(value).includes("\n")) {
      drafts.of(game, name).keep(String(value));
      asked.append("own", name);
    } else {
      asked.set(name, String(value));
    }
  }
  return `/new/${encodeURIComponent(game)}?${asked.toString()}`;
}

/** A text of one's own as a setting's value: a single line stands for a name, and nothing at all for an empty text. */
export function asOwn(text: string): string {
  const line = text.trim();
  return line === "" ? "\n" : line.includes("\n") ? text : line;
}

function stored(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
