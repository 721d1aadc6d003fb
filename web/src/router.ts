// Maps addresses to pages, and moves between pages without loading anew.

import { signal } from "@preact/signals";
import { followLinks } from "./links";

/** The parts of a tournament that have a page beside the boards. */
const PARTS = ["players", "crosstable", "schedule"] as const;
export type Part = (typeof PARTS)[number];

export type Route =
  | { readonly page: "list" }
  | {
      readonly page: "overview";
      readonly venue: string;
      readonly id: string;
      /** `null` stands for the round that is in play now. */
      readonly round: number | null;
    }
  | { readonly page: Part; readonly venue: string; readonly id: string }
  | {
      readonly page: "player";
      readonly venue: string;
      readonly id: string;
      readonly player: number;
    }
  | {
      readonly page: "game";
      readonly venue: string;
      readonly id: string;
      readonly game: string;
      /** The number of moves that have led to the position; `null` stands for the latest one. */
      readonly ply: number | null;
    }
  | { readonly page: "missing" };

/** The route of a page of a tournament beside its boards. */
export type PartRoute = Extract<Route, { readonly page: Part | "player" }>;

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
  const asked = new URLSearchParams(query);
  const number = (name: string) => {
    const value = asked.get(name);
    return value !== null && /^(0|[1-9]\d{0,6})$/.test(value) ? Number(value) : null;
  };
  if (game !== undefined) return { page: "game", venue, id, game, ply: number("ply") };
  const player = number("player");
  if (player !== null) return { page: "player", venue, id, player };
  const part = PARTS.find((one) => one === asked.get("view"));
  if (part !== undefined) return { page: part, venue, id };
  // There is no round 0.
  return { page: "overview", venue, id, round: number("round") || null };
}

export function overviewPath(venue: string, id: string, round: number | null): string {
  const path = `/t/${encodeURIComponent(venue)}/${encodeURIComponent(id)}`;
  return round === null ? path : `${path}?round=${round}`;
}

export function partPath(venue: string, id: string, part: Part): string {
  return `${overviewPath(venue, id, null)}?view=${part}`;
}

export function playerPath(venue: string, id: string, player: number): string {
  return `${overviewPath(venue, id, null)}?player=${player}`;
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
  const isOurs = (path: string) => path === "/" || path.startsWith("/t/");
  followLinks(isOurs, (url) => navigate(url.pathname + url.search));
}

function read(): void {
  route.value = parseRoute(location.pathname, location.search);
}
