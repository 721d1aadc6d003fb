// Keeps what the players have confirmed on this tablet, by game.

import { effect, signal } from "@preact/signals";
import { gamePath } from "./game";
import { keepFact, readFact } from "./storage";

const FACT = "confirmed";

interface Confirmed {
  readonly game: string;
  readonly what: readonly string[];
}

const confirmed = signal<Confirmed>({ game: "", what: [] });
const isRead = signal(false);

void readFact<Confirmed>(FACT)
  .then((kept) => {
    if (kept) confirmed.value = kept;
  })
  .catch(() => {})
  .finally(() => {
    isRead.value = true;
  });

// Another game begins with nothing confirmed.
effect(() => {
  const game = gamePath.value;
  if (isRead.value && game !== "" && confirmed.peek().game !== game) {
    confirmed.value = { game, what: [] };
  }
});

/** Returns true if something about the game was confirmed, such as who sits there. */
export function isConfirmed(what: string): boolean {
  return confirmed.value.game === gamePath.value && confirmed.value.what.includes(what);
}

/** Keeps that something about the game was confirmed; it shows once it is kept. */
export async function confirmThat(...what: readonly string[]): Promise<void> {
  const game = gamePath.peek();
  const before = confirmed.peek().game === game ? confirmed.peek().what : [];
  const next = { game, what: [...new Set([...before, ...what])] };
  // If it cannot be kept, the page asks again after a reload.
  await keepFact(FACT, next).catch(() => {});
  confirmed.value = next;
}
