import { parse, stringify } from "smol-toml";
import { boundOf, type Bounds } from "../../../lib/forms/settings";

export const ROLES = ["striker", "jack", "guard"] as const;
export type Role = (typeof ROLES)[number];

/** What each statistic is called. */
export const STATISTICS = { move: "Move", strength: "Strength", speed: "Speed", skill: "Skill", armour: "Armour" } as const;

export type Statistic = keyof typeof STATISTICS;
export const NAMES = Object.keys(STATISTICS) as Statistic[];

/** What the players of one name can do. */
export type Kind = { name: string; role: Role } & Record<Statistic, number>;

/** A team in its order, each player by the place of his kind; never changed, each edit makes a new one. */
export interface Roster {
  name: string;
  kinds: readonly Kind[];
  team: readonly number[];
}

/** The roster of a text; null where it is none, which only the server may judge. */
export function read(text: string, bounds: Bounds): Roster | null {
  let found: Record<string, unknown>;
  try {
    found = parse(text);
  } catch {
    return null;
  }
  const { name, team, player } = found;
  if (typeof name !== "string" || !Array.isArray(team) || typeof player !== "object" || player === null) return null;
  const kinds = Object.entries(player).map(([key, figures]) => kindOf(key, figures, bounds));
  const places = team.map((one) => kinds.findIndex((kind) => kind?.name === one));
  const whole = kinds.every((kind) => kind !== null) && kinds.length > 0 && places.every((place) => place >= 0);
  return whole && places.length > 0 && places.length <= boundOf(bounds, "players")[1] ? { name, kinds, team: places } : null;
}

/** The text of a roster. */
export function write({ name, kinds, team }: Roster): string {
  const player = Object.fromEntries(kinds.map(({ name: key, ...figures }) => [key, figures]));
  return stringify({ name, team: team.map((place) => kinds[place]?.name ?? ""), player });
}

/** `roster` with the kind at `place` as `kind`; as it was where another has its name already. */
export function changed(roster: Roster, place: number, kind: Kind): Roster {
  const taken = roster.kinds.some((one, at) => at !== place && one.name === kind.name);
  if (taken || kind.name.trim() === "") return roster;
  return { ...roster, kinds: roster.kinds.map((one, at) => (at === place ? kind : one)) };
}

/** `roster` with one kind more, like its last. */
export function added(roster: Roster): Roster {
  const last = roster.kinds.at(-1);
  if (!last) return roster;
  let number = roster.kinds.length + 1;
  while (roster.kinds.some((one) => one.name === `Player ${number}`)) number += 1;
  return { ...roster, kinds: [...roster.kinds, { ...last, name: `Player ${number}` }] };
}

/** `roster` without the kind at `place`; its players are of the first kind that is left. */
export function removed(roster: Roster, place: number): Roster {
  if (roster.kinds.length === 1) return roster;
  const team = roster.team.map((one) => (one === place ? 0 : one > place ? one - 1 : one));
  return { ...roster, kinds: roster.kinds.filter((_, at) => at !== place), team };
}

/** `roster` with the players at two places of the team exchanged. */
export function exchanged(roster: Roster, one: number, other: number): Roster {
  const team = [...roster.team];
  [team[one], team[other]] = [team[other] as number, team[one] as number];
  return { ...roster, team };
}

function kindOf(name: string, figures: unknown, bounds: Bounds): Kind | null {
  if (typeof figures !== "object" || figures === null) return null;
  const given = figures as Record<string, unknown>;
  const role = ROLES.find((one) => one === given["role"]);
  const fits = NAMES.every((one) => {
    const [low, high] = boundOf(bounds, one);
    return Number.isInteger(given[one]) && Number(given[one]) >= low && Number(given[one]) <= high;
  });
  if (!role || !fits || Object.keys(given).length !== NAMES.length + 1) return null;
  return { name, role, ...(Object.fromEntries(NAMES.map((one) => [one, Number(given[one])])) as Record<Statistic, number>) };
}
