// Rulings of the arbiter on a game and on its clock. Each says what it does, and which article it rests
// on, before it is done, and asks for the reason.

import { h } from "preact";
import type { GetGameResponse } from "../gen/damcast/v1/rules_validation_pb";
import { Color, RuleSet } from "../gen/damcast/v1/types_pb";
import { texts } from "../text/language";
import { boardIngest } from "../wire/api";
import { deviceId } from "../wire/desk_device";
import { isFen } from "../wire/position";
import { act } from "./acts";
import { type Answers, ask, type Field } from "./ask";
import { accepted, headerOf, nextSequence } from "./device";
import { isKnown } from "./do";
import type { Live } from "./live";
import { rulebookOf } from "./model";
import { readMove, readMoves, readTime } from "./moves";
import type { SheetStart } from "./paper_sheet";
import { type Ruling, RulingPreview } from "./ruling_preview";
import { words } from "./text";

export interface RulingChoice {
  readonly id: string;
  readonly label: string;
  readonly run: () => Promise<void>;
}

/** Returns the rulings that a game in its state may need. */
export function rulingsOf(live: Live, id: string, game: GetGameResponse): RulingChoice[] {
  const w = words.value;
  const plies = game.state?.plies.length ?? 0;
  const isOver = game.state?.outcome !== undefined;
  const rules = rulebookOf(game.state?.rules);
  const isOnPaper = (game.state?.onPaperFrom ?? 0) > 0;
  const choice = (
    name: RulingName,
    text: string,
    fields: readonly Field[],
    make: (answers: Answers) => Ruling | null,
  ): RulingChoice => ({
    id: name,
    label: w(`ruling-${name}`),
    run: async () => {
      const previewed = (answers: Answers) => {
        const stamp = fields.map((field) => answers[field.name] ?? "").join("\n");
        return h(RulingPreview, { live, game: id, ruling: make(answers), stamp });
      };
      const title = `${w(`ruling-${name}`)} · ${tableName(id)}`;
      const article = w(`article-${name}`, { rules });
      const undo = w("undo-by", { ruling: undoOf(name) });
      const answers = await ask({
        title,
        text: `${text}\n${article}\n${undo}`,
        fields: [...fields, reasonField()],
        confirm: w("rule"),
        ...(ON_THE_BOARD.has(name) ? { preview: previewed } : {}),
      });
      const ruling = answers && make(answers);
      if (!ruling) {
        if (answers) await ask({ title, text: w("cannot-read"), confirm: w("go-on") });
        return;
      }
      await rule(live, id, title, ruling, answers.reason);
    },
  });
  if (isOver) {
    return [
      choice("resume", w("resume-text"), [], () => ({
        case: "resume",
        value: {},
      })),
    ];
  }
  const choices: RulingChoice[] = [];
  if (game.noted || game.conflicts.length > 0) {
    const text = game.noted ? game.notedExplanation : w("let-stand-conflict");
    choices.push(
      choice("let-stand", `${text}\n${w("let-stand-text")}`, [squaresField()], (answers) => {
        const squares = numbersOf(answers.taken ?? "");
        return { case: "letStand", value: squares.length > 0 ? { taken: { squares } } : {} };
      }),
    );
  }
  choices.push(
    choice("correct", w("correct-move-text"), [plyField(plies), moveField()], (answers) => {
      const move = readMove(answers.move ?? "");
      return move && { case: "correct", value: { ply: Number(answers.ply), move } };
    }),
    choice("retract", w("retract-text"), [plyField(plies)], (answers) => ({
      case: "retract",
      value: { fromPly: Number(answers.ply) },
    })),
    choice("position", w("position-text"), [fenField(game.state?.fen ?? "")], (answers) => {
      const fen = (answers.fen ?? "").trim();
      return isFen(fen) ? { case: "setPosition", value: { fen } } : null;
    }),
  );
  if (isOnPaper) {
    const start = {
      rules: game.state?.rules ?? RuleSet.UNSPECIFIED,
      fen: game.state?.fen ?? "",
      ply: plies + 1,
    };
    choices.push(
      choice("complete", w("complete-text"), [sheetField(start)], (answers) => {
        const moves = readMoves(answers.moves ?? "");
        return moves && { case: "complete", value: { fromPly: start.ply, moves } };
      }),
    );
  } else
    choices.push(choice("paper", w("paper-text"), [], () => ({ case: "goOnPaper", value: {} })));
  const clock = (value: Extract<Ruling, { case: "clock" }>["value"]): Ruling => ({
    case: "clock",
    value,
  });
  choices.push(
    choice("pause", w("pause-text"), [], (answers) =>
      clock({ order: { case: "pause", value: {} }, reason: answers.reason ?? "" }),
    ),
    choice("go", w("go-text"), [], () => clock({ order: { case: "resume", value: {} } })),
    choice(
      "clock",
      w("clock-text"),
      [sideField(), { name: "time", label: w("time-left"), kind: "text", isRequired: true }],
      (answers) => {
        const remaining = readTime(answers.time ?? "");
        if (remaining === null) return null;
        const value = {
          color: Number(answers.side),
          remainingMs: BigInt(remaining),
          reason: answers.reason ?? "",
        };
        return clock({ order: { case: "adjust", value } });
      },
    ),
    choice("absent", w("absent-text"), [sideField()], (answers) =>
      clock({ order: { case: "absent", value: { color: Number(answers.side) } } }),
    ),
    choice("present", w("present-text"), [sideField()], (answers) =>
      clock({ order: { case: "present", value: Number(answers.side) } }),
    ),
    choice(
      "play-on",
      w("play-on-text"),
      [{ name: "moves", label: w("moves-made"), kind: "number", min: 0, max: 500 }],
      (answers) => {
        const moves = answers.moves === "" ? {} : { moves: Number(answers.moves) };
        return clock({ order: { case: "playOn", value: moves } });
      },
    ),
  );
  return choices;
}

type RulingName =
  | "let-stand"
  | "correct"
  | "retract"
  | "position"
  | "paper"
  | "complete"
  | "resume"
  | "pause"
  | "go"
  | "clock"
  | "absent"
  | "present"
  | "play-on";

/** The rulings that may change the board: it is shown before and after them. */
const ON_THE_BOARD: ReadonlySet<RulingName> = new Set([
  "let-stand",
  "correct",
  "retract",
  "position",
  "complete",
]);

/** The ruling that undoes each; of the two that let a game go on, a result ends it again. */
const UNDO: Readonly<Record<Exclude<RulingName, "resume" | "play-on">, RulingName>> = {
  "let-stand": "retract",
  correct: "correct",
  retract: "correct",
  position: "position",
  paper: "complete",
  complete: "retract",
  pause: "go",
  go: "pause",
  clock: "clock",
  absent: "present",
  present: "absent",
};

function undoOf(name: RulingName): string {
  const w = words.value;
  if (name === "resume" || name === "play-on") return w("record-result");
  return w(`ruling-${UNDO[name]}`);
}

/** Carries out a ruling; a repeat is the same input, so it counts once. */
export async function rule(
  live: Live,
  game: string,
  label: string,
  ruling: Ruling,
  reason = "",
): Promise<void> {
  if (!(await isKnown())) return;
  const header = headerOf(live, game);
  await act(`rule ${game}`, label, async () => {
    const { verdict } = await boardIngest.submitRuling({ header, ruling, reason });
    accepted(verdict);
  });
}

/** Lets the clocks of a round run, or stops them, all at one moment. */
export async function ruleRound(live: Live, round: number, isStart: boolean): Promise<void> {
  const w = words.value;
  const label = isStart ? w("start-clocks") : w("pause-clocks");
  const answers = isStart
    ? {}
    : await ask({
        title: label,
        text: w("article-pause", { rules: "other" }),
        fields: [reasonField()],
        confirm: label,
      });
  if (!answers || !(await isKnown())) return;
  const request = {
    tournament: live.ref,
    round,
    device: deviceId(),
    sequence: nextSequence(),
    waitMs: 5_000,
    order: {
      order: { case: isStart ? ("resume" as const) : ("pause" as const), value: {} },
      reason: "reason" in answers ? (answers.reason ?? "") : "",
    },
  };
  await act(`clocks ${round}`, label, async () => {
    const { verdicts } = await boardIngest.ruleRound(request);
    for (const verdict of verdicts) accepted(verdict);
  });
}

/** Returns `table 12` for `r3-t12`. */
export function tableName(game: string): string {
  return words.value("table-number", { table: /t(\d+)$/.exec(game)?.[1] ?? game });
}

function plyField(plies: number): Field {
  const { value: w } = words;
  return {
    name: "ply",
    label: w("ply"),
    kind: "number",
    min: 1,
    max: plies + 1,
    value: String(Math.max(plies, 1)),
    isRequired: true,
    hint: w("ply-hint"),
  };
}

function moveField(): Field {
  const w = words.value;
  return { name: "move", label: w("move"), kind: "text", isRequired: true, hint: w("move-hint") };
}

function sheetField(sheet: SheetStart): Field {
  return { name: "moves", label: words.value("moves"), kind: "sheet", sheet };
}

function squaresField(): Field {
  const w = words.value;
  return { name: "taken", label: w("taken"), kind: "text", hint: w("taken-hint") };
}

function fenField(value: string): Field {
  return { name: "fen", label: words.value("position"), kind: "position", value, isRequired: true };
}

/** Returns the field for the reason of a ruling, with the usual ones proposed. */
function reasonField(): Field {
  const w = words.value;
  const suggestions = (["claimed", "both-agree", "seen", "mistyped", "device"] as const).map(
    (one) => w(`reason-${one}`),
  );
  return { name: "reason", label: w("reason"), kind: "text", suggestions, isRequired: true };
}

function sideField(): Field {
  const t = texts.value;
  return {
    name: "side",
    label: words.value("color"),
    kind: "select",
    options: [
      { value: String(Color.WHITE), label: t("white") },
      { value: String(Color.BLACK), label: t("black") },
    ],
  };
}

function numbersOf(text: string): number[] {
  return text
    .split(/\D+/)
    .filter((one) => one !== "")
    .map(Number);
}
