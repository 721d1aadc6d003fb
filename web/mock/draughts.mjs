// Just enough of International draughts to give the mock legal-looking games: moves with the
// majority rule, kings included. The rules that count live in the `draughts` crate.

const DIRECTIONS = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];

export function startBoard() {
  const board = new Array(51).fill("");
  for (let square = 1; square <= 20; square += 1) board[square] = "b";
  for (let square = 31; square <= 50; square += 1) board[square] = "w";
  return board;
}

export function toFen(board, turn) {
  const side = (man, king) =>
    board
      .map((piece, square) => (piece === man ? `${square}` : piece === king ? `K${square}` : ""))
      .filter((part) => part !== "")
      .join(",");
  return `${turn}:W${side("w", "W")}:B${side("b", "B")}`;
}

/** All moves for a side (`W` or `B`), as `{ from, to, captured }`. */
export function legalMoves(board, turn) {
  const captures = [];
  const quiet = [];
  for (let from = 1; from <= 50; from += 1) {
    if (!isOwn(board[from], turn)) continue;
    const lifted = board.slice();
    lifted[from] = "";
    const isKing = board[from] === board[from].toUpperCase();
    collectCaptures(lifted, turn, isKing, from, from, [], captures);
    for (const [down, right] of DIRECTIONS) {
      if (!isKing && down !== (turn === "W" ? -1 : 1)) continue;
      for (let to = step(from, down, right); to && board[to] === ""; to = step(to, down, right)) {
        quiet.push({ from, to, captured: [] });
        if (!isKing) break;
      }
    }
  }
  const most = Math.max(0, ...captures.map((move) => move.captured.length));
  return most > 0 ? captures.filter((move) => move.captured.length === most) : quiet;
}

export function play(board, move) {
  const next = board.slice();
  const row = Math.floor((move.to - 1) / 5);
  const piece = next[move.from];
  next[move.from] = "";
  for (const square of move.captured) next[square] = "";
  next[move.to] = piece === "w" && row === 0 ? "W" : piece === "b" && row === 9 ? "B" : piece;
  return next;
}

function isOwn(piece, turn) {
  return piece !== "" && piece.toUpperCase() === turn;
}

function step(square, down, right) {
  const row = Math.floor((square - 1) / 5);
  const column = 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
  const nextRow = row + down;
  const nextColumn = column + right;
  if (nextRow < 0 || nextRow > 9 || nextColumn < 0 || nextColumn > 9) return 0;
  return nextRow * 5 + Math.floor(nextColumn / 2) + 1;
}

function collectCaptures(board, turn, isKing, from, at, captured, found) {
  for (const [down, right] of DIRECTIONS) {
    let over = step(at, down, right);
    while (isKing && over && board[over] === "") over = step(over, down, right);
    if (!over || board[over] === "" || isOwn(board[over], turn) || captured.includes(over))
      continue;
    for (let to = step(over, down, right); to && board[to] === ""; to = step(to, down, right)) {
      const taken = [...captured, over];
      found.push({ from, to, captured: taken });
      collectCaptures(board, turn, isKing, from, to, taken, found);
      if (!isKing) break;
    }
  }
}
