// A round: draft, published, open, closed; and the step that comes next.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Round } from "../gen/damcast/v1/pairing_pb";
import { language, texts, timeOfDay } from "../text/language";
import { pairing, refusalText } from "../wire/api";
import { type Action, useOffer } from "./actions";
import { ask } from "./ask";
import { ActionButtons } from "./buttons";
import { readPairing } from "./by_hand";
import { hasControlSums, showControlSums } from "./control_sums";
import { decide } from "./do";
import { Embargoes, releaseEmbargo, setEmbargo } from "./embargoes";
import { chooseColors, openFinals } from "./finals";
import type { Live } from "./live";
import {
  gamesOf,
  newestRound,
  nextRound,
  participantName,
  participants,
  stageOf,
  type Tournament,
  tableOf,
} from "./model";
import { countsOf, expectedOf } from "./presence";
import { pairRound } from "./presence_acts";
import { Results } from "./results";
import * as rounds from "./rounds";
import { go, pathOf } from "./router";
import { words } from "./text";

interface RoundViewProps {
  readonly live: Live;
  readonly tournament: Tournament;
  /** The number of the round to show; empty for the newest. */
  readonly detail: string;
}

export function RoundView({ live, tournament, detail }: RoundViewProps) {
  const [w, t] = [words.value, texts.value];
  const newest = newestRound(tournament);
  const shown = tournament.rounds.find((round) => String(round.number) === detail) ?? newest;
  const isCheck = useSignal(false);
  const actions = actionsOf(live, tournament, shown, isCheck.value, () => {
    isCheck.value = !isCheck.value;
  }).filter(({ id }) => live.offers(id));
  useOffer("round", actions);
  return (
    <section aria-labelledby="round-title" data-stage={shown ? stageOf(shown) : "none"}>
      {tournament.rounds.length > 0 && (
        <nav class="rounds" aria-label={t("rounds")}>
          <ul>
            {tournament.rounds.map((round) => (
              <li key={round.number}>
                <a
                  href={pathOf(live.venue, live.id, "round", String(round.number))}
                  aria-current={round === shown ? "page" : undefined}
                  data-state={stageOf(round)}
                >
                  {round.number}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div class="round-head">
        <h2 id="round-title">{shown ? t("round", { round: shown.number }) : w("no-round-yet")}</h2>
        {shown && (
          <p class="stage" role="status">
            {stageText(shown)}
          </p>
        )}
      </div>
      <ActionButtons actions={actions} />
      <Embargoes tournament={tournament} />
      <Missing live={live} tournament={tournament} />
      {shown && (
        <>
          {shown.free.length > 0 && (
            <p>
              {t("bye", {
                name: shown.free.map((id) => participantName(tournament, id)).join(", "),
              })}
            </p>
          )}
          <Matches tournament={tournament} round={shown} />
          <Results live={live} tournament={tournament} round={shown} isCheck={isCheck.value} />
          {live.offers("reasons") && (
            <Reasons key={shown.number} live={live} round={shown.number} version={live.version()} />
          )}
        </>
      )}
    </section>
  );
}

/** Says before a round is paired who has checked in and how many are missing, once a check-in has begun. */
function Missing({ live, tournament }: Omit<RoundViewProps, "detail">) {
  const newest = newestRound(tournament);
  const counts = countsOf(expectedOf(tournament, nextRound(tournament)));
  if ((newest && stageOf(newest) !== "closed") || counts.here === 0) return null;
  return (
    <p data-missing={counts.missing}>
      {words.value("check-in-counts", counts)}{" "}
      <a href={pathOf(live.venue, live.id, "players")}>{words.value("section-players")}</a>
    </p>
  );
}

function stageText(round: Round): string {
  const w = words.value;
  const open = gamesOf(round).filter((game) => !game.outcome).length;
  switch (stageOf(round)) {
    case "draft":
      return w("stage-draft");
    case "published":
      return w("stage-published", { time: timeOfDay(Number(round.publishedAtMs)) });
    case "open":
      return w("stage-open", { open });
    case "closed":
      return w("stage-closed");
  }
}

function actionsOf(
  live: Live,
  tournament: Tournament,
  shown: Round | undefined,
  isCheck: boolean,
  toggleCheck: () => void,
): Action[] {
  const w = words.value;
  const newest = newestRound(tournament);
  const stage = newest ? stageOf(newest) : "closed";
  const number = newest?.number ?? 0;
  const next = nextRound(tournament);
  const actions: Action[] = [];
  if (newest && newest !== shown) {
    actions.push({
      id: "newest",
      label: w("to-newest", { round: number }),
      isNext: true,
      run: () => go(pathOf(live.venue, live.id, "round")),
    });
  }
  if (openFinals(tournament).length > 0) {
    const run = () => void chooseColors(live, tournament);
    actions.push({ id: "colors", label: w("final-colors"), isNext: true, run });
  } else if (stage === "closed" && !tournament.finished) {
    const run = async () => {
      if (await pairRound(live, tournament, next)) go(pathOf(live.venue, live.id, "round"));
    };
    const label = w("pair-round", { round: next });
    actions.push({ id: "pair", label, key: "p", isNext: true, run: () => void run() });
    const byHand = () => void pairByHand(live, tournament, next);
    actions.push({ id: "pair-by-hand", label: w("pair-by-hand"), run: byHand });
  }
  if (stage === "closed") {
    const run = () => void rounds.plan(live, next, 0n);
    actions.push({ id: "plan", label: w("plan-round", { round: next }), run });
  }
  if (hasControlSums(tournament) && (stage === "closed" || stage === "draft")) {
    const run = () => void showControlSums(live, tournament);
    actions.push({ id: "control-sums", label: w("control-sums"), run });
  }
  if (newest && stage === "draft") {
    actions.push(
      {
        id: "publish",
        label: w("publish"),
        key: "Enter",
        isNext: true,
        run: () => void rounds.publish(live, number),
      },
      {
        id: "open",
        label: w("publish-and-open"),
        key: "Shift+Enter",
        run: () => void rounds.open(live, tournament, number),
      },
    );
  }
  if (newest && stage === "published") {
    const run = () => void rounds.open(live, tournament, number);
    actions.push({ id: "open", label: w("open-round"), key: "o", isNext: true, run });
  }
  if (newest && (stage === "draft" || stage === "published")) {
    actions.push(
      {
        id: "open-reason",
        label: w("open-early"),
        run: () => void rounds.openWithReason(live, number),
      },
      ...(stage === "draft" || live.offers("unpair-published")
        ? [{ id: "unpair", label: w("unpair-round"), run: () => void rounds.unpair(live, newest) }]
        : []),
      {
        id: "plan",
        label: w("plan-round", { round: number }),
        run: () => void rounds.plan(live, number, newest.beginsAtMs),
      },
    );
  }
  if (newest && stage === "open") {
    const missing = gamesOf(newest).filter((game) => !game.outcome);
    actions.push({
      id: "close",
      label: w("close-round"),
      run: () =>
        void rounds.close(
          live,
          number,
          missing.map((game) => `${tableOf(game)}: ${rounds.pairText(tournament, game)}`),
        ),
    });
  }
  const embargo = () => void setEmbargo(live, tournament);
  actions.push({ id: "embargo", label: w("embargo-set"), run: embargo });
  if (newest && tournament.embargoes.length > 0) {
    const run = () => void releaseEmbargo(live, tournament);
    actions.push({ id: "embargo-release", label: w("embargo-release"), run });
  }
  if (shown && shown.openedAtMs > 0n) {
    const label = isCheck ? w("check-end") : w("check");
    actions.push({ id: "check", label, key: "v", run: toggleCheck });
  }
  return actions;
}

async function pairByHand(live: Live, tournament: Tournament, round: number) {
  const w = words.value;
  const gone = new Set(tournament.withdrawn);
  const absent = new Set(
    tournament.absences.filter((one) => one.round === round).map((one) => one.participant),
  );
  const here = participants(tournament).filter(({ id }) => !gone.has(id) && !absent.has(id));
  const lines: string[] = [];
  for (let at = 0; at < here.length; at += 2) {
    const [first, second] = [here[at], here[at + 1]];
    if (first && second) lines.push(`${first.id}-${second.id}  ${first.name} – ${second.name}`);
    else if (first) lines.push(`${first.id}  ${first.name}`);
  }
  const answers = await ask({
    title: w("pair-by-hand"),
    text: w("pair-by-hand-text"),
    fields: [
      {
        name: "lines",
        label: w("pairings"),
        kind: "lines",
        value: lines.join("\n"),
        isRequired: true,
      },
    ],
    confirm: w("pair-round", { round }),
  });
  if (!answers) return;
  const { pairings, byes, wrong } = readPairing(answers.lines ?? "");
  if (wrong.length > 0) {
    await ask({
      title: w("pair-by-hand"),
      text: w("wrong-lines", { lines: wrong.join("; ") }),
      confirm: w("go-on"),
    });
    return;
  }
  const answer = await decide(live, "pair", w("pairs", { round }), (common) =>
    pairing.pairRound({
      ...common,
      round,
      pairings: [...pairings],
      byes: [...byes],
      language: language.peek(),
    }),
  );
  if (answer && answer.warnings.length > 0) {
    await ask({ title: w("warnings"), text: answer.warnings.join("\n"), confirm: w("go-on") });
  }
}

/** The matches of teams, with the points of their boards so far. */
function Matches({
  tournament,
  round,
}: {
  readonly tournament: Tournament;
  readonly round: Round;
}) {
  const matches = round.paired?.matches ?? [];
  if (matches.length === 0) return null;
  return (
    <ul class="matches">
      {matches.map(({ first, second, boards }) => (
        <li key={`${first}-${second}`}>
          <b>
            {participantName(tournament, first)} – {participantName(tournament, second)}
          </b>{" "}
          {boards.map((board, at) =>
            board.table === 0 ? (
              <span key={at} class="hint">
                {" "}
                {texts.value("board", { table: at + 1 })}: {texts.value("empty-board")}
              </span>
            ) : null,
          )}
        </li>
      ))}
    </ul>
  );
}

interface ReasonsProps {
  readonly live: Live;
  readonly round: number;
  readonly version: number;
}

/** Shows the reasons for a pairing, read on demand. */
function Reasons({ live, round, version }: ReasonsProps) {
  const w = words.value;
  const lines = useSignal<readonly string[] | null>(null);
  const isOpen = useSignal(false);
  useEffect(() => {
    if (!isOpen.value) return;
    void (async () => {
      try {
        const request = { tournament: live.ref, round, language: language.value };
        lines.value = (await pairing.explainPairing(request)).texts;
      } catch (error) {
        lines.value = [refusalText(error, language.peek())];
      }
    })();
  }, [isOpen.value, round, version, language.value, live, lines]);
  return (
    <details
      class="reasons"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{w("reasons")}</summary>
      <ul>
        {(lines.value ?? []).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {lines.value?.length === 0 && <p class="hint">{w("no-reasons")}</p>}
    </details>
  );
}
