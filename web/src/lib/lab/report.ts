/** The part of a report's page that the client shows: its article, with links to the tables that show its matches. */
export interface Article {
  title: string;
  html: string;
}

/** The article of the page of report `name`; its example matches open at a table, which the file alone cannot do. */
export function articleOf(page: string, name: string): Article {
  // its own style is not wanted here, and the client's policy would complain of it
  const made = new DOMParser().parseFromString(page.replace(/<style>[^]*?<\/style>/, ""), "text/html");
  const article = made.querySelector("article");
  if (!article) throw new Error("This report cannot be read.");
  for (const link of article.querySelectorAll<HTMLAnchorElement>("a[data-example]")) {
    link.setAttribute("href", `/g/lab-${encodeURIComponent(name)}-${link.dataset["example"] ?? ""}?ply=0`);
    link.removeAttribute("download");
    link.removeAttribute("aria-label");
    link.className = "button match";
    const title = link.closest("li")?.querySelector("strong")?.textContent ?? "";
    link.textContent = "Watch";
    const spoken = made.createElement("span");
    spoken.className = "hidden-text";
    spoken.textContent = ` ${title.replace(/:$/, "")}`;
    link.append(spoken);
  }
  return { title: made.title, html: article.outerHTML };
}
