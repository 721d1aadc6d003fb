// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://dam.example/desk/main/kk/print/table-cards" }
import { create } from "@bufbuild/protobuf";
import { render } from "preact";
import { expect, test } from "vitest";
import { GetTournamentResponseSchema, RoundState } from "../gen/damcast/v1/pairing_pb";
import { language } from "../text/language";
import { QrCode } from "../view/qr_code";
import { BoardCards } from "./board_cards";
import { Live } from "./live";

const GAMES = [1, 2, 3].map((table) => ({
  game: `r2-t${table}`,
  pairing: { table, white: 2 * table - 1, black: 2 * table },
}));
const TOURNAMENT = create(GetTournamentResponseSchema, {
  settings: { name: "KK 2026" },
  players: [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Player ${id}`, club: `Club ${id}` })),
  rounds: [{ number: 2, state: RoundState.OPEN, games: GAMES }],
});

test("a card has the number of the board, the players with clubs and colours, and the code of its public page", () => {
  language.value = "en";
  const [round] = TOURNAMENT.rounds;
  if (!round) throw new Error("there is no round");
  const live = new Live("main", "kk");
  const page = document.createElement("div");
  render(<BoardCards live={live} tournament={TOURNAMENT} round={round} />, page);
  const cards = [...page.querySelectorAll("[data-board-card]")];
  // Once the two pages are cut the cards are in order, pile on pile.
  expect(cards.map((card) => card.getAttribute("data-board-card"))).toEqual([
    ...["r2-t1", "r2-t3"],
    "r2-t2",
  ]);
  const texts = cards[0]?.querySelectorAll(".event-line, .board-card-round, h3, .board-card-seat");
  expect([...(texts ?? [])].map(({ textContent }) => textContent)).toEqual([
    "KK 2026",
    "Round 2",
    "Table 1",
    "WhitePlayer 1Club 1",
    "BlackPlayer 2Club 2",
  ]);
  const code = document.createElement("div");
  render(<QrCode text="https://dam.example/t/main/kk/r2-t1" />, code);
  expect(cards[0]?.querySelector(".qr")?.outerHTML).toBe(code.innerHTML);
});
