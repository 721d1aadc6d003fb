import type { Result } from "./frames";

/** A game that White won. */
export const WHITE_WINS = {
  text: "2-0",
  score: "white",
  reason: "resignation",
  bonus: null,
  byHand: null,
} as const satisfies Result;
