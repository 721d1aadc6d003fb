// The score sheet signed on the glass, where the event wants that: a pad for each player of this tablet, and the sheet with
// the signatures to print.

import { useSignal } from "@preact/signals";
import { timeOfDay } from "../text/choice";
import { isolated } from "../wire/isolated";
import type { Side } from "../wire/position";
import { game, sides } from "./game";
import { table } from "./link";
import { mark, type Signature, sign, signatureOf } from "./signed_sheets";
import { begun, drawn, isFull, isSignature, PAD, pathOfStrokes, type Stroke } from "./strokes";
import { sideName, words } from "./text";
import "../style/page_numbers.css";
import "../style/sheet.css";

export function Signing() {
  const w = words.value;
  const signed = sides.value.map(signatureOf);
  return (
    <section class="tablet-signing" aria-label={w("score-sheet")}>
      {sides.value.map((side) => (
        <SheetOf key={side} side={side} />
      ))}
      <p>
        {isolated(table.value?.tournament ?? "")},{" "}
        {w("round-number", { round: game.value?.round ?? 0 })},{" "}
        {w("table-number", { table: table.value?.table ?? 0 })}
      </p>
      {mark.value !== "" && <p class="hint">{w("sheet-mark", { mark: mark.value })}</p>}
      {signed.some((one) => one?.mark === mark.value) && (
        <button type="button" class="big-button" data-act="print" onClick={() => print()}>
          {w("sheet-print")}
        </button>
      )}
    </section>
  );
}

function SheetOf({ side }: { readonly side: Side }) {
  const w = words.value;
  const signature = signatureOf(side);
  if (signature !== null && signature.mark === mark.value) return <Signed signature={signature} />;
  return (
    <>
      {signature !== null && mark.value !== "" && <p role="alert">{w("sign-again")}</p>}
      <Pad side={side} />
    </>
  );
}

function Signed({ signature }: { readonly signature: Signature }) {
  const w = words.value;
  const { side, strokes, at } = signature;
  return (
    <figure class="signature" data-signed={side}>
      <Strokes strokes={strokes} />
      <figcaption>{w("signed-at", { side: sideName(side), time: timeOfDay(at) })}</figcaption>
    </figure>
  );
}

function Strokes({ strokes }: { readonly strokes: readonly Stroke[] }) {
  return (
    <svg viewBox={`0 0 ${PAD.width} ${PAD.height}`} aria-hidden="true">
      <path d={pathOfStrokes(strokes)} class="signature-ink" />
    </svg>
  );
}

function Pad({ side }: { readonly side: Side }) {
  const w = words.value;
  const strokes = useSignal<readonly Stroke[]>([]);
  const fault = useSignal<"" | "sign-short" | "cannot-save">("");
  const placeOf = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return {
      x: (event.clientX - box.left) / box.width,
      y: (event.clientY - box.top) / box.height,
    };
  };
  const keep = async () => {
    if (!isSignature(strokes.value)) fault.value = "sign-short";
    else if (!(await sign(side, strokes.value))) fault.value = "cannot-save";
  };
  return (
    <div data-pad={side}>
      <h2>{w("sign-title", { side: sideName(side) })}</h2>
      <p class="hint">{w("sign-hint")}</p>
      <div
        class="signature-pad"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fault.value = "";
          strokes.value = begun(strokes.value, placeOf(event));
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) {
            strokes.value = drawn(strokes.value, placeOf(event));
          }
        }}
      >
        <Strokes strokes={strokes.value} />
      </div>
      <p role="status">
        {fault.value !== "" ? w(fault.value) : isFull(strokes.value) && w("sign-full")}
      </p>
      <div class="tablet-buttons">
        <button
          type="button"
          class="big-button"
          data-act="sign-clear"
          disabled={strokes.value.length === 0}
          onClick={() => {
            strokes.value = [];
            fault.value = "";
          }}
        >
          {w("sign-clear")}
        </button>
        <button
          type="button"
          class="big-button big-next"
          data-act={`sign-${side}`}
          disabled={strokes.value.length === 0 || mark.value === ""}
          onClick={() => void keep()}
        >
          {w("sign")}
        </button>
      </div>
    </div>
  );
}
