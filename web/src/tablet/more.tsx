// The acts that are not moves, one tap away from the board and never under the thumb: a draw, the end, the
// sheet, the settings.

import { useSignal } from "@preact/signals";
import type { TableGame } from "../gen/damcast/v1/board_ingest_pb";
import { DrawAgreement } from "../gen/damcast/v1/types_pb";
import type { Side } from "../wire/position";
import { ByCode } from "./by_code";
import { Sheet } from "./dialog";
import { enterAgain, toChange } from "./entering";
import { offerDraw, resign, sides } from "./game";
import { Languages } from "./languages";
import { sideOfColor } from "./model";
import { type Bottom, change, settings } from "./settings";
import { ScoreSheet } from "./sheet";
import { canListen, canSpeak } from "./speech";
import { sideName, words } from "./text";

type OpenPart = "acts" | "sheet" | "settings" | { readonly resigns: Side };

export function More({ game }: { readonly game: TableGame }) {
  const w = words.value;
  const shown = useSignal<OpenPart | null>(null);
  const close = () => {
    shown.value = null;
  };
  return (
    <>
      <div class="tablet-more">
        {(["acts", "sheet", "settings"] as const).map((name) => (
          <button
            key={name}
            type="button"
            class="small-button"
            data-act={name}
            onClick={() => {
              shown.value = name;
            }}
          >
            {w(name === "acts" ? "more" : name === "sheet" ? "score-sheet" : "settings")}
          </button>
        ))}
      </div>
      {shown.value !== null && (
        <Sheet close={close}>
          {shown.value === "acts" && (
            <Acts
              game={game}
              close={close}
              resigns={(side) => {
                shown.value = { resigns: side };
              }}
            />
          )}
          {shown.value === "sheet" && <ScoreSheet game={game} />}
          {shown.value === "settings" && <Choices />}
          {typeof shown.value === "object" && <Resigns side={shown.value.resigns} close={close} />}
        </Sheet>
      )}
    </>
  );
}

interface ActsProps {
  readonly game: TableGame;
  readonly close: () => void;
  readonly resigns: (side: Side) => void;
}

function Acts({ game, close, resigns }: ActsProps) {
  const w = words.value;
  const offered = sideOfColor(game.drawOffer);
  const isForBoth = sides.value.length > 1;
  const agreement = game.terms?.agreement ?? DrawAgreement.FREE;
  const terms = agreement === DrawAgreement.FREE ? {} : { "aria-describedby": "draw-terms" };
  const named = (side: Side, text: string) => (isForBoth ? `${sideName(side)}: ${text}` : text);
  return (
    <>
      {sides.value
        .filter((side) => side !== offered && !game.drawAgreed)
        .map((side) => (
          <button
            key={side}
            type="button"
            class="big-button"
            {...terms}
            data-act={`draw-${side}`}
            onClick={() => {
              void offerDraw(side);
              close();
            }}
          >
            {named(side, w(offered === null ? "offer-draw" : "agree-draw"))}
          </button>
        ))}
      {!game.drawAgreed && <DrawTerms agreement={agreement} />}
      {sides.value.map((side) => (
        <button
          key={side}
          type="button"
          class="big-button big-danger"
          data-act={`resign-${side}`}
          onClick={() => resigns(side)}
        >
          {named(side, w("resign"))}
        </button>
      ))}
      {toChange.value !== null && (
        <>
          <button
            type="button"
            class="big-button"
            data-act="again"
            onClick={() => {
              enterAgain();
              close();
            }}
          >
            {w("enter-again")}
          </button>
          <p class="hint">{w("enter-again-hint")}</p>
        </>
      )}
      <ByCode />
    </>
  );
}

/** Tells before an offer who decides on a draw that both agree to. */
function DrawTerms({ agreement }: { readonly agreement: DrawAgreement }) {
  const w = words.value;
  if (agreement === DrawAgreement.ARBITER) {
    return (
      <p id="draw-terms" class="hint">
        {w("draw-arbiter")}
      </p>
    );
  }
  if (agreement !== DrawAgreement.CHECKED_ON_PAPER) return null;
  return (
    <p id="draw-terms" class="hint">
      {w("draw-checked")}
    </p>
  );
}

function Resigns({ side, close }: { readonly side: Side; readonly close: () => void }) {
  const w = words.value;
  return (
    <>
      <p>{w("resign-text", { side: sideName(side) })}</p>
      <button
        type="button"
        class="big-button big-danger"
        data-act="resign"
        onClick={() => {
          void resign(side);
          close();
        }}
      >
        {w("resign-confirm", { side: sideName(side) })}
      </button>
    </>
  );
}

function Choices() {
  const w = words.value;
  const { bottom, hand, notesBoth, speaks, listens } = settings.value;
  return (
    <div class="tablet-form">
      <label for="choice-bottom">{w("bottom")}</label>
      <select
        id="choice-bottom"
        value={bottom ?? (sides.value.length > 1 ? "mover" : sides.value[0])}
        onChange={(event) => change({ bottom: event.currentTarget.value as Bottom })}
      >
        <option value="mover">{w("bottom-mover")}</option>
        <option value="white">{w("white")}</option>
        <option value="black">{w("black")}</option>
      </select>
      <label for="choice-hand">{w("buttons-side")}</label>
      <select
        id="choice-hand"
        value={hand}
        onChange={(event) =>
          change({ hand: event.currentTarget.value === "left" ? "left" : "right" })
        }
      >
        <option value="left">{w("hand-left")}</option>
        <option value="right">{w("hand-right")}</option>
      </select>
      {sides.value.length === 1 && (
        <label class="tablet-check">
          <input
            type="checkbox"
            checked={notesBoth}
            onChange={(event) => change({ notesBoth: event.currentTarget.checked })}
          />
          {w("notes-both")}
        </label>
      )}
      {canSpeak && (
        <label class="tablet-check" data-choice="speaks">
          <input
            type="checkbox"
            checked={speaks}
            onChange={(event) => change({ speaks: event.currentTarget.checked })}
          />
          {w("speaks")}
        </label>
      )}
      {canListen && (
        <label class="tablet-check" data-choice="listens">
          <input
            type="checkbox"
            checked={listens}
            onChange={(event) => change({ listens: event.currentTarget.checked })}
          />
          {w("listens")}
        </label>
      )}
      <Languages />
    </div>
  );
}
