// The cards that stand on the tables of a round: the number of the board, who plays with which colour, and the code of its
// public page.

import type { Round } from "../gen/damcast/v1/pairing_pb";
import { gamePath } from "../router";
import { texts } from "../text/language";
import type { Side } from "../wire/position";
import { inCuttingOrder } from "./cutting";
import type { Live } from "./live";
import { gamesOf, matchesByTable, playerName, type Tournament, tableOf } from "./model";
import { SheetCode } from "./sheet_code";
import { EventLine, paper } from "./sheet_head";
import { words } from "./text";

/** Number of cards on a page: each is as large as an A5. */
const A_PAGE = { A4: 2, A5: 1 } as const;

interface BoardCardsProps {
  readonly live: Live;
  readonly tournament: Tournament;
  readonly round: Round;
}

/** Shows the cards, in the order of the tables when the stack is cut. */
export function BoardCards({ live, tournament, round }: BoardCardsProps) {
  const matches = matchesByTable(tournament, round);
  let match = "";
  const cards = gamesOf(round).map((game) => {
    // The match of a board is that of the boards before it.
    match = matches.get(tableOf(game)) ?? match;
    return { game, match };
  });
  return (
    <div class="board-cards">
      {inCuttingOrder(cards, A_PAGE[paper.value]).map((card, at) =>
        card ? (
          <div class="slip board-card" key={tableOf(card.game)} data-board-card={card.game.game}>
            <SheetCode path={gamePath(live.venue, live.id, card.game.game)} />
            <EventLine tournament={tournament} round={round} />
            <p class="board-card-round">
              {texts.value("round", { round: round.number })}
              {card.match !== "" && ` · ${card.match}`}
            </p>
            <h3>
              {words.value("table")} <b>{tableOf(card.game)}</b>
            </h3>
            <Seat tournament={tournament} side="white" id={card.game.pairing?.white ?? 0} />
            <Seat tournament={tournament} side="black" id={card.game.pairing?.black ?? 0} />
          </div>
        ) : (
          <div key={`empty ${at}`} class="slip slip-empty board-card" />
        ),
      )}
    </div>
  );
}

interface SeatProps {
  readonly tournament: Tournament;
  readonly side: Side;
  readonly id: number;
}

/** A player with colour and club. */
function Seat({ tournament, side, id }: SeatProps) {
  const club = tournament.players.find((player) => player.id === id)?.club ?? "";
  return (
    <p class="board-card-seat">
      <span class={`disc disc-${side}`} aria-hidden="true" />
      <span>
        <span class="board-card-color">{texts.value(side)}</span>
        <span class="board-card-name">{playerName(tournament, id)}</span>
        {club !== "" && <span class="board-card-club">{club}</span>}
      </span>
    </p>
  );
}
