interface Draft {
  read: () => string;
  keep: (text: string) => void;
}

/** Texts that a person wrote in a form, kept in this window until it is closed. */
export const drafts = {
  of(game: string, name: string): Draft {
    const key = `sandtable.draft.${game}.${name}`;
    return {
      read: () => {
        try {
          return sessionStorage.getItem(key) ?? "";
        } catch {
          return "";
        }
      },
      keep: (text) => {
        try {
          sessionStorage.setItem(key, text);
        } catch {
          // it lives as long as the page
        }
      },
    };
  },
};
