// A sensor board that an agent reads over a connection: what lies on it is told line by line.

import { createServer } from "node:net";

/** The field of a square, row by row from the top left with White below. */
function fieldOf(square) {
  const row = Math.floor((square - 1) / 5);
  return 10 * row + 2 * ((square - 1) % 5) + (row % 2 === 0 ? 1 : 0);
}

/** Interval in milliseconds at which the board tells all fields, as only that reveals a report that was lost. */
const DUMP_EVERY_MS = 1_000;

export class SensorBoard {
  #server;
  #timer;
  #connection;
  #squares = new Map();

  /** Opens the board; the agent connects to `port`. */
  static async open(serial) {
    const board = new SensorBoard();
    board.serial = serial;
    board.#server = createServer((connection) => {
      connection.on("error", () => {});
      board.#connection = connection;
      board.#say({
        kind: "meta",
        id: serial,
        variant: "international",
        capability: "colour",
        battery: 88,
      });
      board.dump();
    });
    board.#timer = setInterval(() => board.dump(), DUMP_EVERY_MS);
    await new Promise((resolve) => board.#server.listen(0, "127.0.0.1", resolve));
    board.port = board.#server.address().port;
    for (let square = 1; square <= 50; square += 1) {
      if (square <= 20) board.#squares.set(square, "b");
      if (square >= 31) board.#squares.set(square, "w");
    }
    return board;
  }

  /** Moves a piece; what it takes is taken off before. */
  move(from, to, ...taken) {
    const piece = this.#squares.get(from);
    for (const square of [from, ...taken]) this.#squares.delete(square);
    this.#squares.set(to, piece);
    this.dump();
  }

  /** Takes pieces off the board. */
  take(...squares) {
    for (const square of squares) this.#squares.delete(square);
    this.dump();
  }

  /** Presses the clock. */
  press(by) {
    this.#say({ kind: "clock_press", by });
  }

  /** Shows a result, as by keys: `1-1`. */
  show(result) {
    this.#say({ kind: "result", result });
  }

  /** Tells all fields. */
  dump() {
    const codes = new Array(100).fill("e");
    for (const [square, piece] of this.#squares) codes[fieldOf(square)] = piece;
    this.#say({ kind: "dump", codes: codes.join("") });
  }

  close() {
    clearInterval(this.#timer);
    this.#connection?.destroy();
    this.#server.close();
  }

  #say(line) {
    this.#connection?.write(`${JSON.stringify(line)}\n`);
  }
}
