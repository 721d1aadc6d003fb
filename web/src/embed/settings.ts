// The settings of a frame in another page, given by its address: `/embed/main/kk?boards=1,2&theme=dark`. The same
// under `/overlay` has no background, for a picture of a camera behind it.

import { LANGUAGES, type Language } from "../text/choice";

const PARTS = ["boards", "standings"] as const;
export type Part = (typeof PARTS)[number];

const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export interface Settings {
  readonly venue: string;
  readonly id: string;
  /** The only game; `null` for a round. */
  readonly game: string | null;
  /** `null` stands for the round that is in play now. */
  readonly round: number | null;
  /** Numbers of the boards that are shown; `null` for all. */
  readonly boards: readonly number[] | null;
  readonly parts: readonly Part[];
  /** `null` for that of the reader's system. */
  readonly theme: Theme | null;
  /** `null` for that of the reader's browser. */
  readonly language: Language | null;
  readonly isOverlay: boolean;
  /** True if no result is told, and games are shown as far as they are stepped through. */
  readonly hidesResults: boolean;
}

/** Reads an address; `null` if it names no tournament. What it sets wrongly is as usual. */
export function readSettings(path: string, query: string): Settings | null {
  let names: string[];
  try {
    names = path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
  const [kind, venue, id, game, ...rest] = names;
  if (!venue || !id || rest.length > 0) return null;
  const asked = new URLSearchParams(query);
  const list = (name: string) => (asked.get(name) ?? "").split(",");
  const parts = PARTS.filter((part) => list("show").includes(part));
  const boards = list("boards").filter((one) => /^[1-9]\d{0,3}$/.test(one));
  const round = asked.get("round") ?? "";
  return {
    venue,
    id,
    game: game ?? null,
    round: /^[1-9]\d{0,3}$/.test(round) ? Number(round) : null,
    boards: boards.length > 0 ? boards.map(Number) : null,
    parts: parts.length > 0 ? parts : ["boards"],
    theme: THEMES.find((one) => one === asked.get("theme")) ?? null,
    language: LANGUAGES.find((one) => one === asked.get("lang")) ?? null,
    isOverlay: kind === "overlay",
    hidesResults: asked.get("spoiler") === "0",
  };
}
