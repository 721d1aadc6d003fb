// The history of a game in words: everything that devices, desk and clock have told, with its effect.

import type { GameEvent } from "../gen/damcast/v1/events_pb";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color, type Move, type MoveText } from "../gen/damcast/v1/types_pb";
import { texts } from "../text/language";
import { scoreText } from "./result_keys";
import { words } from "./text";

export interface HistoryLine {
  /** Unique among the lines of a game. */
  readonly key: string;
  readonly atMs: number;
  /** The device, or the person, that it comes from; empty for the clock. */
  readonly from: string;
  readonly text: string;
  readonly reason: string;
}

/** Returns the lines of a history, the newest first. */
export function historyLines(game: GetGameResponse): HistoryLine[] {
  const lines = game.history.flatMap((decision) =>
    decision.events.flatMap((event, at): HistoryLine[] => {
      const text = eventText(event, game);
      if (text === "") return [];
      const { input } = decision;
      const who = [input?.bearer, input?.by].find((name) => name) ?? "";
      // From which device a person did it is on record as well.
      const names = new Set([who, input?.device ?? ""]);
      const from = [...names].filter((name) => name !== "").join(", ");
      const reason = input?.rulingReason || input?.reason || "";
      const key = `${decision.version} ${at}`;
      return [{ key, atMs: Number(decision.atMs), from, text, reason }];
    }),
  );
  return lines.reverse();
}

/** Returns an event in words; empty for what is only for the services. */
export function eventText({ event }: GameEvent, game: GetGameResponse): string {
  const w = words.value;
  switch (event.case) {
    case "started":
      return w("event-started");
    case "movePlayed":
      return w("event-move", { ply: event.value.ply, move: moveOf(event.value.move) });
    case "moveConfirmed":
      return w("event-confirmed", { ply: event.value.ply });
    case "inputHeld":
      return w("event-held", { ply: event.value.ply, move: textOf(event.value.move) });
    case "conflictRaised":
      return w("told-conflict", {
        ply: event.value.ply,
        played: moveOf(event.value.played),
        claimed: textOf(event.value.claimed),
        device: event.value.input?.device ?? "",
      });
    case "conflictResolved":
      return w("event-conflict-resolved", { ply: event.value.ply });
    case "irregularityNoted":
      return w("event-irregular", {
        ply: event.value.ply,
        move: textOf(event.value.irregularity?.played),
      });
    case "irregularityStands":
      return w("event-stands", { ply: event.value.ply, move: moveOf(event.value.move) });
    case "movesRetracted":
      return w("event-retracted", { ply: event.value.fromPly });
    case "positionSet":
      return w("event-position", { fen: event.value.fen });
    case "wentOnPaper":
      return w("event-paper", { ply: event.value.fromPly });
    case "recordCompleted":
      return w("event-completed");
    case "resumed":
      return w("event-resumed");
    case "drawOffered":
      return w("event-draw-offered", { color: colorOf(event.value.by) });
    case "drawAgreed":
      return w("alarm-draw-agreed");
    case "finished":
      return w("event-result", { score: scoreText(event.value.outcome?.score ?? 0, false) });
    case "resultCorrected":
      return w("event-result", { score: scoreText(event.value.outcome?.score ?? 0, false) });
    case "flagWaived":
      return w("event-flag-waived", { color: colorOf(event.value.color) });
    case "inputRefused": {
      const { input: refused } = event.value;
      const told = game.refused.find(
        ({ refused: one }) =>
          one?.input?.device === refused?.device && one?.input?.sequence === refused?.sequence,
      );
      return w("event-refused", { text: told?.explanation || w("refused-input") });
    }
    case "clockRuled":
      return orderText(event.value.order?.order.case, event.value.order?.reason ?? "");
    default:
      return "";
  }
}

function orderText(order: string | undefined, reason: string): string {
  const w = words.value;
  const names: Record<string, string> = {
    pause: w("ruling-pause"),
    resume: w("ruling-go"),
    adjust: w("ruling-clock"),
    absent: w("ruling-absent"),
    present: w("ruling-present"),
    playOn: w("ruling-play-on"),
    begin: w("event-press"),
    display: w("event-display"),
  };
  const name = names[order ?? ""] ?? "";
  return reason === "" ? name : `${name}: ${reason}`;
}

function colorOf(color: Color): string {
  const t = texts.value;
  return color === Color.BLACK ? t("black") : t("white");
}

function moveOf(move: Move | undefined): string {
  if (!move) return "";
  return `${move.from}${move.captured.length > 0 ? "x" : "-"}${move.to}`;
}

/** Returns a move as a device told it. */
export function textOf(move: MoveText | undefined): string {
  return move ? [move.from, ...move.via, move.to].join("-") : "";
}
