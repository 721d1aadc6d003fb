// Reads a FEN with code of its own, so that the pages' reader is compared with another.

/** Returns the 50 squares as in "ewWbB…": empty, White's man and king, Black's man and king. */
export function squares(fen) {
  const board = new Array(50).fill("e");
  for (const [, side, list] of fen.matchAll(/:([WB])([^:]*)/g)) {
    for (const [, king, first, last] of list.matchAll(/(K?)(\d+)(?:-(\d+))?/g)) {
      for (let square = Number(first); square <= Number(last ?? first); square += 1) {
        board[square - 1] = king ? side : side.toLowerCase();
      }
    }
  }
  return board.join("");
}

/**
 * Returns the squares of a game as the server tells it, after each number of plies from 0 on. A move has a position
 * only if the arbiter let another stand than it leads to.
 */
export function positions(game) {
  const after = [squares(game.start)];
  for (const { from, to, captured, fen } of game.moves) {
    const board = [...after.at(-1)];
    const piece = board[from - 1];
    for (const square of [from, ...captured]) board[square - 1] = "e";
    const isCrowned = (piece === "w" && to <= 5) || (piece === "b" && to >= 46);
    board[to - 1] = isCrowned ? piece.toUpperCase() : piece;
    after.push(fen ? squares(fen) : board.join(""));
  }
  return after;
}

/** Returns the moves of a PDN text's first game, as they are written. */
export function pdnMoves(text) {
  const moves = text
    .split("\n")
    .filter((line) => !line.startsWith("[") && !line.startsWith("%"))
    .join(" ")
    .replaceAll(/\{[^}]*\}/g, " ");
  return moves.match(/\b\d+(?:[-x]\d+)+\b/g)?.filter((move) => !/^[012]-[012]$/.test(move)) ?? [];
}

/** Returns the whole seconds of a clock's text such as "1:05:09" or "0:09.4". */
export function clockSeconds(text) {
  return text.split(":").reduce((sum, part) => sum * 60 + Math.floor(Number(part)), 0);
}
