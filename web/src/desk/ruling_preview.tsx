// The board before and after a ruling, as the judge says, before it is made.

import type { MessageInitShape } from "@bufbuild/protobuf";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SubmitRulingRequestSchema } from "../gen/damcast/v1/board_ingest_pb";
import type { PreviewRulingResponse } from "../gen/damcast/v1/rules_validation_pb";
import { language } from "../text/language";
import { Board } from "../view/board";
import { refusalText, rules } from "../wire/api";
import type { Live } from "./live";
import { words } from "./text";

export type Ruling = NonNullable<MessageInitShape<typeof SubmitRulingRequestSchema>["ruling"]>;

/** Time in milliseconds without a key before the judge is asked again. */
const REST_MS = 250;

interface RulingPreviewProps {
  readonly live: Live;
  readonly game: string;
  /** `null` while the answers cannot be read. */
  readonly ruling: Ruling | null;
  /** Changes with the answers. */
  readonly stamp: string;
}

export function RulingPreview({ live, game, ruling, stamp }: RulingPreviewProps) {
  const w = words.value;
  const told = useSignal<PreviewRulingResponse | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    if (ruling === null) {
      told.value = null;
      fault.value = "";
      return;
    }
    let isLeft = false;
    const ask = async () => {
      try {
        const request = { game: { ...live.ref, game }, ruling: { ruling } };
        const answer = await rules.previewRuling({ ...request, language: language.peek() });
        if (isLeft) return;
        told.value = answer;
        fault.value = answer.refusal;
      } catch (error) {
        if (isLeft) return;
        told.value = null;
        fault.value = refusalText(error, language.peek());
      }
    };
    const timer = setTimeout(() => void ask(), REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [live, game, stamp, told, fault]);
  const answer = told.value;
  return (
    <div class="ruling-preview" aria-live="polite" data-previewed={answer?.fen ?? ""}>
      {fault.value !== "" && <p role="alert">{w("would-be-refused", { text: fault.value })}</p>}
      {answer && fault.value === "" && (
        <div class="boards">
          <figure>
            <figcaption>{w("board-before")}</figcaption>
            <Board fen={answer.fenBefore} lastMove={null} ply={0} />
          </figure>
          <figure>
            <figcaption>{w("board-after", { plies: answer.notations.length })}</figcaption>
            <Board fen={answer.fen} lastMove={null} ply={0} />
          </figure>
        </div>
      )}
    </div>
  );
}
