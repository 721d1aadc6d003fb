// The game in play: board, clocks, and the buttons under the thumb.

import { useComputed } from "@preact/signals";
import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { isolated } from "../wire/isolated";
import type { Side } from "../wire/position";
import { TouchBoard } from "./board";
import { Clock } from "./clock";
import {
  again,
  base,
  confirm,
  entry,
  hints,
  isAmbiguous,
  mayEnter,
  mayUndo,
  resolved,
  tapSquare,
  undo,
} from "./entering";
import { game, pressFirst, sides } from "./game";
import { awaitsPress, lastInput, shown } from "./in_play";
import { inputName, moveNumber } from "./in_words";
import { Late } from "./late";
import { sideOfColor } from "./model";
import { More } from "./more";
import type { Input } from "./outbox";
import { PositionInWords } from "./position_in_words";
import { settings } from "./settings";
import { sideName, words } from "./text";
import { TouchButton } from "./touch_button";
import { TypedMove } from "./typed";

export function Play() {
  const [told, position, now] = [game.value, base.value, shown.value];
  const bottom = useComputed(() => bottomSide());
  if (!told || !position || !now) return null;
  const [lower, upper]: [Side, Side] =
    bottom.value === "white" ? ["white", "black"] : ["black", "white"];
  const last = again.value ? undefined : now.moves.at(-1);
  return (
    <div class="tablet-play" data-hand={settings.value.hand} data-ply={now.ply}>
      <h1 class="hidden">
        {isolated(told.white)} – {isolated(told.black)}
      </h1>
      <Player game={told} side={upper} />
      <div class="tablet-board">
        <TouchBoard
          position={position}
          lastMove={last ?? null}
          entry={entry.value}
          bottom={bottom.value}
          hints={hints.value}
          onTap={tapSquare}
        />
      </div>
      <Player game={told} side={lower} />
      <div class="tablet-panel">
        <Late />
        <LastAct game={told} />
        <LastMove game={told} />
        <Buttons />
        <TypedMove />
        <More game={told} />
      </div>
      <PositionInWords position={position} />
    </div>
  );
}

/** Returns the side at the bottom of the board: as it was chosen, or as suits the seat. */
function bottomSide(): Side {
  const chosen = settings.value.bottom;
  const [own, other] = sides.value;
  if (chosen === "white" || chosen === "black") return chosen;
  const isForOne = own !== undefined && other === undefined;
  if (chosen === null && isForOne) return own;
  return base.value?.turn ?? "white";
}

function Player({ game, side }: { readonly game: TableGame; readonly side: Side }) {
  const isToMove = shown.value?.position.turn === side;
  const name = side === "white" ? game.white : game.black;
  return (
    <div class="tablet-strip" data-side={side} data-to-move={isToMove}>
      <span class={`disc disc-${side}`} aria-hidden="true" />
      <span class="tablet-player">
        <span class="hidden">{sideName(side)} </span>
        {isolated(name)}
      </span>
      <Clock side={side} />
    </div>
  );
}

function Buttons() {
  const w = words.value;
  const kind = resolved.value?.kind ?? "nothing";
  const press = awaitsPress.value && (
    <TouchButton act="press" isNext={!mayEnter.value} onTouch={(at) => void pressFirst(at)}>
      {w("press-white")}
    </TouchButton>
  );
  if (press && !mayUndo.value && !mayEnter.value) return press;
  return (
    <div class="tablet-buttons">
      <button
        type="button"
        class="big-button"
        data-act="undo"
        disabled={!mayUndo.value}
        onClick={undo}
      >
        {w("undo")}
      </button>
      <TouchButton
        act="ready"
        isNext
        isDisabled={kind === "nothing" || !mayEnter.value}
        onTouch={(at) => void confirm(at)}
      >
        {w("ready")}
      </TouchButton>
      {press}
    </div>
  );
}

/** The last act and its result, in words; read aloud as well. */
function LastAct({ game }: { readonly game: TableGame }) {
  const w = words.value;
  const now = shown.value;
  const input = lastInput.value;
  const offer = sideOfColor(game.drawOffer);
  const state = input ? stateOf(input, game) : null;
  return (
    <div class="tablet-told" role="status" data-state={state ?? ""}>
      {game.showsMoves && <p>{w("shows-moves")}</p>}
      {again.value && <p>{w("entering-again", { ply: moveNumber(again.value.ply) })}</p>}
      {isAmbiguous.value ? (
        <p role="alert">{w("ambiguous")}</p>
      ) : game.onPaperFrom > 0 ? (
        <p>{w("on-paper")}</p>
      ) : game.drawAgreed ? (
        <p>{w("draw-agreed")}</p>
      ) : game.waitsForArbiter ? (
        <p>{w("asks-arbiter")}</p>
      ) : null}
      {offer !== null && !game.drawAgreed && (
        <p data-offer={offer}>{w("draw-offered", { side: sideName(offer) })}</p>
      )}
      {input && state && (
        <p>
          {w(`move-${state}`, { move: inputName(input) })}
          {state === "refused" && input.text !== "" && `. ${input.text}`}
        </p>
      )}
      {now && <p class="hidden">{w("to-move", { side: sideName(now.position.turn) })}</p>}
    </div>
  );
}

/** Returns what became of an input. A move that is in the record was accepted, whatever else was heard. */
function stateOf(input: Input, game: TableGame): Input["state"] {
  const { act, state } = input;
  if (act.kind !== "move" || state !== "stored") return state;
  const recorded = game.moves[act.ply - 1];
  const isSame = recorded?.from === act.move.from && recorded.to === act.move.to;
  return isSame ? "accepted" : state;
}

/** The last move on the board, whoever made it, for players who do not see it; read aloud. */
function LastMove({ game }: { readonly game: TableGame }) {
  const moves = shown.value?.moves ?? [];
  const last = moves.at(-1);
  const side = sideName(moves.length % 2 === 1 ? "white" : "black");
  // While moves differ neither player is told what the other one has entered.
  const isTold = last !== undefined && !game.waitsForArbiter;
  return (
    <p role="status" class="hidden" data-last-move>
      {isTold && words.value("spoken-move", { side, from: last.from, to: last.to })}
    </p>
  );
}
