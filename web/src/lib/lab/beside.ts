/** Two reports part by part, side by side. */
export interface Beside {
  titles: [string, string];
  parts: Part[];
}

interface Part {
  name: string;
  title: string;
  /** what either says of it, as HTML; "" where it has no such part */
  sides: [string, string];
}

// what is about one report alone
const ALONE = ["part-examples"];

/** The parts of two reports, each a page with its mark, those of the first in its order, then what only the other has. */
export function partsOf(one: readonly [string, string], other: readonly [string, string]): Beside {
  const pages = [read(one, "one"), read(other, "other")] as const;
  const names = [...new Set([...pages[0].parts.keys(), ...pages[1].parts.keys()])].filter((name) => !ALONE.includes(name));
  const parts = names.map((name): Part => {
    const sides = pages.map((page) => page.parts.get(name));
    return { name, title: sides.find((side) => side)?.title ?? "", sides: [sides[0]?.html ?? "", sides[1]?.html ?? ""] };
  });
  return { titles: [pages[0].title, pages[1].title], parts };
}

function read(
  [page, mark]: readonly [string, string],
  side: string,
): { title: string; parts: Map<string, { title: string; html: string }> } {
  const made = new DOMParser().parseFromString(page.replace(/<style>[^]*?<\/style>/, ""), "text/html");
  const parts = new Map<string, { title: string; html: string }>();
  for (const section of made.querySelectorAll("article > section")) {
    const head = section.querySelector("h2");
    if (!head) continue;
    const name = head.id;
    const title = head.textContent;
    head.remove();
    // two reports on one page would have the same names twice; within it, a finding is next to its part
    for (const link of section.querySelectorAll('a[href^="#"]')) link.remove();
    for (const named of section.querySelectorAll("[id]")) named.id = `${side}-${named.id}`;
    for (const named of section.querySelectorAll("[aria-labelledby]")) named.setAttribute("aria-labelledby", name);
    parts.set(name, { title, html: section.innerHTML });
  }
  if (parts.size === 0) throw new Error("This report cannot be read.");
  return { title: `${made.querySelector("h1")?.textContent ?? ""}, ${mark}`, parts };
}
