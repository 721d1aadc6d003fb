// Before the game: who plays, and on whose tablet. And what the arbiter changed, until it was seen.

import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { type Correction, CorrectionKind, Seat } from "../gen/damcast/v1/events_pb";
import { isolated } from "../wire/isolated";
import type { Side } from "../wire/position";
import { articleOf } from "./articles";
import { ByCode } from "./by_code";
import { enrolled, isPersisted } from "./device";
import { Elsewhere } from "./elsewhere";
import { game, seat } from "./game";
import { moveNumber } from "./in_words";
import { Languages } from "./languages";
import { table } from "./link";
import { scoreName } from "./score";
import { confirmThat, isConfirmed } from "./seen";
import { sideName, words } from "./text";

/** Returns the name of a seat. */
export function seatName(at: Seat): string {
  const w = words.value;
  if (at === Seat.WHITE) return w("seat-white");
  return at === Seat.BLACK ? w("seat-black") : w("seat-table");
}

export function NoGame() {
  const w = words.value;
  return (
    <section class="tablet-form">
      <h1>{isolated(table.value?.tournament ?? "")}</h1>
      <p class="tablet-seat">{seatName(seat.value)}</p>
      {enrolled.value?.isSeated === false && <p role="alert">{w("not-seated")}</p>}
      <p>{w("no-game")}</p>
      <p class="hint" data-words={enrolled.value?.words} data-device={enrolled.value?.subject}>
        {w("compare-words", { words: enrolled.value?.words ?? "" })}
      </p>
      <Persistence />
      <ByCode />
      <Elsewhere />
      <Languages />
    </section>
  );
}

/** Says to whoever sets the tablet up that its browser has not promised to keep what is stored. */
function Persistence() {
  if (isPersisted.value !== false) return null;
  return (
    <p class="hint" data-persisted="false">
      {words.value("not-persisted")}
    </p>
  );
}

export function Ready({ game: now }: { readonly game: TableGame }) {
  const w = words.value;
  const isDone = isConfirmed("seated");
  return (
    <section class="tablet-form">
      <h1>
        {isolated(table.value?.tournament ?? "")}, {w("round-number", { round: now.round })}
      </h1>
      <Names game={now} />
      <p class="tablet-seat">
        {w("this-tablet")}: {seatName(seat.value)}
      </p>
      {isDone ? (
        <p role="status">{w("wait-round")}</p>
      ) : (
        <>
          <p>{w("are-these-you")}</p>
          <button
            type="button"
            class="big-button big-next"
            data-act="seated"
            onClick={() => void confirmThat("seated")}
          >
            {w("these-we-are")}
          </button>
          <p class="hint">{w("tell-arbiter")}</p>
        </>
      )}
      <Persistence />
      <Elsewhere />
      <Languages />
    </section>
  );
}

/** The players with their colours. */
export function Names({ game: now }: { readonly game: TableGame }) {
  const row = (side: Side, name: string, club: string) => (
    <li class="tablet-name">
      <span class={`disc disc-${side}`} aria-hidden="true" />
      <span>
        <span class="tablet-side">{sideName(side)}</span>
        <span class="tablet-player">{isolated(name)}</span>
        {club !== "" && <span class="tablet-club">{isolated(club)}</span>}
      </span>
    </li>
  );
  return (
    <ul class="tablet-names">
      {row("white", now.white, now.whiteClub)}
      {row("black", now.black, now.blackClub)}
    </ul>
  );
}

/** The changes of the arbiter, until somebody at the table has seen them. */
export function Corrections() {
  const w = words.value;
  const now = game.value;
  const name = (one: Correction) => `correction ${one.atMs}`;
  const unseen = now?.corrections.filter((one) => !isConfirmed(name(one))) ?? [];
  if (now === null || unseen.length === 0) return null;
  return (
    <div class="tablet-changed" role="alert">
      <h2>{w("changed")}</h2>
      <ul>
        {unseen.map((one) => (
          <li key={name(one)} data-correction={one.kind}>
            {correctionText(one)} {articleText(now, one)}
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="big-button"
        data-act="seen"
        onClick={() => void confirmThat(...unseen.map(name))}
      >
        {w("seen")}
      </button>
    </div>
  );
}

function correctionText({ kind, ply, outcome }: Correction): string {
  const w = words.value;
  const move = moveNumber(ply);
  switch (kind) {
    case CorrectionKind.RETRACTED:
      return w("correction-1", { move });
    case CorrectionKind.CORRECTED:
      return w("correction-2", { move });
    case CorrectionKind.POSITION_SET:
      return w("correction-3", { move });
    case CorrectionKind.COMPLETED:
      return w("correction-4");
    case CorrectionKind.RESULT:
      return w("correction-5", { score: outcome ? scoreName(outcome.score) : "" });
    default:
      return w("correction-6");
  }
}

function articleText({ rules }: TableGame, { kind }: Correction): string {
  const article = articleOf(rules, kind);
  return article ? words.value(article) : "";
}
