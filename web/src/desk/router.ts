// The addresses of the desk: /desk, and /desk/<venue>/<tournament>/<section>.

import { signal } from "@preact/signals";
import { followLinks } from "../links";

export const SECTIONS = [
  "round",
  "tables",
  "boards",
  "players",
  "standings",
  "record",
  "print",
  "settings",
] as const;
export type Section = (typeof SECTIONS)[number];

/** Pages of the desk about no tournament, each under its own name. */
const OWN_PAGES = ["register", "seasons", "people", "sign-in", "hand-in", "own"] as const;
type OwnPage = (typeof OWN_PAGES)[number];

export type Route =
  | { readonly page: "home" | OwnPage }
  | {
      readonly page: "tournament";
      readonly venue: string;
      readonly id: string;
      readonly section: Section;
      /** A round, or a kind of sheet; empty if none is named. */
      readonly detail: string;
    };

/** The route that the address names. */
export const route = signal<Route>({ page: "home" });

export function parseRoute(path: string): Route {
  const [, venue, id, section, detail] = path
    .split("/")
    .filter((part) => part !== "")
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        return "";
      }
    });
  if (!venue || !id) return { page: OWN_PAGES.find((page) => page === venue) ?? "home" };
  const known = SECTIONS.find((one) => one === section) ?? "round";
  return { page: "tournament", venue, id, section: known, detail: detail ?? "" };
}

export function pathOf(venue: string, id: string, section: Section, detail = ""): string {
  const parts = [venue, id, section, detail].filter((part) => part !== "");
  return `/desk/${parts.map(encodeURIComponent).join("/")}`;
}

/** Shows another route without loading anew. */
export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, "", path);
  route.value = parseRoute(location.pathname);
  scrollTo(0, 0);
}

/** Shows the route of the address, and follows links and the back button from then on. */
export function startRouter(): void {
  const read = () => {
    route.value = parseRoute(location.pathname);
  };
  read();
  addEventListener("popstate", read);
  const isOurs = (path: string) => path === "/desk" || path.startsWith("/desk/");
  followLinks(isOurs, (url) => go(url.pathname));
}
