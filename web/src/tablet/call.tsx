// Calls the arbiter: one tap, and one for the matter. What became of the call stays in sight.

import { useSignal } from "@preact/signals";
import { CallMatter } from "../gen/damcast/v1/events_pb";
import { isolated } from "../wire/isolated";
import { Sheet } from "./dialog";
import { callArbiter, game, lastCall } from "./game";
import { calls } from "./link";
import { words } from "./text";

const MATTERS = [
  [CallMatter.IRREGULAR_MOVE, "call-irregular-move"],
  [CallMatter.CLOCK, "call-clock"],
  [CallMatter.DISTURBANCE, "call-disturbance"],
  [CallMatter.RESULT, "call-result"],
  [CallMatter.OTHER, "call-other"],
] as const;

const CLAIMS = {
  [CallMatter.CLAIM_IRREGULARITY]: "call-claim-irregularity",
  [CallMatter.CLAIM_FLAG]: "call-claim-flag",
  [CallMatter.CLAIM_REPETITION]: "call-claim-repetition",
  [CallMatter.CLAIM_COUNT]: "call-claim-count",
} as const;

type MatterName = (typeof MATTERS)[number][1] | (typeof CLAIMS)[keyof typeof CLAIMS] | "call-paper";

/** Returns the name of a claim; `null` for one that this page does not know. */
function claimName(matter: CallMatter) {
  return matter in CLAIMS ? CLAIMS[matter as keyof typeof CLAIMS] : null;
}

export function ArbiterButton() {
  const w = words.value;
  const isOpen = useSignal(false);
  const call = (matter: CallMatter) => {
    isOpen.value = false;
    void callArbiter(matter);
  };
  const button = (matter: CallMatter, name: MatterName) => (
    <button
      key={name}
      type="button"
      class="big-button"
      data-act={name}
      onClick={() => call(matter)}
    >
      {w(name)}
    </button>
  );
  const isInPlay = game.value?.isOpen === true && !game.value.outcome;
  return (
    <div class="tablet-call">
      <button
        type="button"
        class="small-button"
        data-act="arbiter"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {w("arbiter")}
      </button>
      <CallLine />
      {isOpen.value && (
        <Sheet
          close={() => {
            isOpen.value = false;
          }}
        >
          <h2>{w("call-title")}</h2>
          {MATTERS.map(([matter, name]) => button(matter, name))}
          {isInPlay && button(CallMatter.PAPER, "call-paper")}
          {isInPlay && <h3>{w("call-claims")}</h3>}
          {isInPlay &&
            game.value?.claims.map((matter) => {
              const name = claimName(matter);
              return name && button(matter, name);
            })}
        </Sheet>
      )}
    </div>
  );
}

function CallLine() {
  const w = words.value;
  const call = lastCall.value;
  if (call === null) return null;
  const answered = calls.value.get(call.id)?.by ?? "";
  const state = answered !== "" ? "answered" : call.isHeard ? "waits" : "kept";
  const text =
    state === "answered"
      ? w("call-answered", { name: isolated(answered) })
      : w(state === "kept" ? "call-kept" : "call-waits");
  return (
    <p role="status" data-call={state}>
      {text}
    </p>
  );
}
