// Keeps how the tablet lies and for whom.

import { signal } from "@preact/signals";

/** The side at the bottom of the board: the one to move, or always the same. */
export type Bottom = "mover" | "white" | "black";

export interface Settings {
  /** `null` is what suits the seat: its own side, or on a tablet for both the side to move. */
  readonly bottom: Bottom | null;
  /** The hand that taps: the buttons lie there where the screen is wide. */
  readonly hand: "left" | "right";
  /** True to enter the opponent's moves on this tablet as well. */
  readonly notesBoth: boolean;
  /** True to read moves aloud. */
  readonly speaks: boolean;
  /** True to take moves by voice. */
  readonly listens: boolean;
}

const STORED_UNDER = "damcast.tablet";
const USUAL: Settings = {
  bottom: null,
  hand: "right",
  notesBoth: false,
  speaks: false,
  listens: false,
};

export const settings = signal<Settings>(read());

export function change(next: Partial<Settings>): void {
  settings.value = { ...settings.value, ...next };
  try {
    localStorage.setItem(STORED_UNDER, JSON.stringify(settings.value));
  } catch {
    // Storage may be forbidden; then the choice lasts for this visit.
  }
}

function read(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(STORED_UNDER) ?? "{}") };
  } catch {
    return USUAL;
  }
}
