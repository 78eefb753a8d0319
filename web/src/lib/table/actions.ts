/** An action taken apart. */
export interface Unpacked {
  kind: string;
  fields: Record<string, number>;
}

/** A kind of actions as a game declares it (`ActionKind` of the protocol); only the table for any game receives texts and labels. */
export interface Declared {
  name: string;
  fields: readonly { name: string; size: number; labels?: readonly string[] }[];
  text?: string;
}

interface Numbered extends Declared {
  first: number;
  count: number;
}

/**
 * The actions of a game as it declares them: numbered without gaps, kind after kind, each kind a mixed-radix number of its fields,
 * the last field fastest. A table tells its kinds with its first message; nothing else in the client knows how actions are numbered.
 */
export class Actions {
  private readonly kinds = new Map<string, Numbered>();

  constructor(kinds: readonly Declared[]) {
    let first = 0;
    for (const kind of kinds) {
      const count = kind.fields.reduce((product, { size }) => product * size, 1);
      this.kinds.set(kind.name, { ...kind, first, count });
      first += count;
    }
  }

  /** The first action of `kind`; the others follow. */
  first(kind: string): number {
    return this.kindOf(kind).first;
  }

  /** The action of `kind` with these fields; `RangeError` names one that is missing or out of range. */
  pack(kind: string, fields: Readonly<Record<string, number>>): number {
    const { fields: declared, first } = this.kindOf(kind);
    return declared.reduce((number, { name, size }) => number * size + within(fields[name], size, `${name} of ${kind}`), 0) + first;
  }

  /** The kind and fields of `action`; `RangeError` if no action has this number. */
  unpack(action: number): Unpacked {
    const found = [...this.kinds.values()].find(({ first, count }) => action >= first && action < first + count);
    if (!found) throw new RangeError(`no action has the number ${action}`);
    let rest = action - found.first;
    const values = [...found.fields].reverse().map(({ name, size }): [string, number] => {
      const value = rest % size;
      rest = (rest - value) / size;
      return [name, value];
    });
    return { kind: found.name, fields: Object.fromEntries(values.reverse()) };
  }

  /** The kind of this name as it is declared; undefined where there is none. */
  kind(name: string): Declared | undefined {
    return this.kinds.get(name);
  }

  /** The sentence of `action`, each field by its label or else by its number; empty where the table does not tell it. */
  text(action: number): string {
    const { kind, fields } = this.unpack(action);
    const { text = "", fields: declared } = this.kindOf(kind);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = fields[name] ?? 0;
      return declared.find((field) => field.name === name)?.labels?.[value] ?? String(value);
    });
  }

  private kindOf(kind: string): Numbered {
    const found = this.kinds.get(kind);
    if (!found) throw new RangeError(`there are no actions of the kind ${kind}`);
    return found;
  }
}

function within(value: number | undefined, size: number, name: string): number {
  if (value !== undefined && Number.isInteger(value) && value >= 0 && value < size) return value;
  throw new RangeError(`${name} must be from 0 to ${size - 1}, not ${value ?? "missing"}`);
}
