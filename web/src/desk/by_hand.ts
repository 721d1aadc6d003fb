// Pairings that people write: a line a game, `3-7` for numbers, and one number for a bye.

export interface PairingByHand {
  readonly pairings: readonly { table: number; white: number; black: number }[];
  readonly byes: readonly number[];
  /** The lines that cannot be read. */
  readonly wrong: readonly string[];
}

const GAME = /^(\d+)\s*[-–:x]\s*(\d+)(?:\s|$)/;
const BYE = /^(\d+)(?:\s|$)/;

/** Reads the lines; what stands behind the numbers is not read. */
export function readPairing(text: string): PairingByHand {
  const pairings: { table: number; white: number; black: number }[] = [];
  const byes: number[] = [];
  const wrong: string[] = [];
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const game = GAME.exec(line);
    const bye = BYE.exec(line);
    if (game) {
      const [, white, black] = game;
      pairings.push({ table: pairings.length + 1, white: Number(white), black: Number(black) });
    } else if (bye) byes.push(Number(bye[1]));
    else wrong.push(line);
  }
  return { pairings, byes, wrong };
}
