// Maps addresses to pages, and moves between pages without loading anew.

import { signal } from "@preact/signals";

export type Route =
  | { readonly page: "list" }
  | {
      readonly page: "overview";
      readonly venue: string;
      readonly id: string;
      /** `null` stands for the round that is in play now. */
      readonly round: number | null;
    }
  | { readonly page: "game"; readonly venue: string; readonly id: string; readonly game: string }
  | { readonly page: "missing" };

/** Parses a path and a query (with its `?`, or empty). */
export function parseRoute(path: string, query: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { page: "list" };
  let names: string[];
  try {
    names = parts.map(decodeURIComponent);
  } catch {
    return { page: "missing" };
  }
  const [first, venue, id, game, ...rest] = names;
  if (first !== "t" || venue === undefined || id === undefined || rest.length > 0) {
    return { page: "missing" };
  }
  if (game !== undefined) return { page: "game", venue, id, game };
  const round = new URLSearchParams(query).get("round");
  return {
    page: "overview",
    venue,
    id,
    round: round !== null && /^[1-9]\d{0,3}$/.test(round) ? Number(round) : null,
  };
}

export function overviewPath(venue: string, id: string, round: number | null): string {
  const path = `/t/${encodeURIComponent(venue)}/${encodeURIComponent(id)}`;
  return round === null ? path : `${path}?round=${round}`;
}

export function gamePath(venue: string, id: string, game: string): string {
  return `${overviewPath(venue, id, null)}/${encodeURIComponent(game)}`;
}

export const route = signal<Route>({ page: "list" });

/** Shows another page; `replace` leaves no trace in the history. */
export function navigate(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Shows the page of the current address, and follows links and the back button from then on. */
export function startRouter(): void {
  read();
  addEventListener("popstate", read);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.hash !== "") return;
    if (url.pathname !== "/" && !url.pathname.startsWith("/t/")) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
}

function read(): void {
  route.value = parseRoute(location.pathname, location.search);
}
