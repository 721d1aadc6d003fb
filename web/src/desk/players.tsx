// Entries: players and teams, who is absent, who has left; lists that are pasted or dropped.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Player, Team } from "../gen/damcast/v1/tournament_pb";
import { texts } from "../text/language";
import { pairing } from "../wire/api";
import { type Action, useOffer } from "./actions";
import { ask } from "./ask";
import { ActionButtons } from "./buttons";
import { CheckIn } from "./check_in";
import { decide } from "./do";
import * as entries from "./entries";
import { useFocusBack } from "./focus_back";
import { Import } from "./import";
import type { Live } from "./live";
import {
  absenceOf,
  isOfTeams,
  newestRound,
  nextRound,
  seed,
  stageOf,
  type Tournament,
} from "./model";
import { OwnPhone, phoneOf } from "./own_phone";
import { countsOf, expectedOf } from "./presence";
import { pairRound } from "./presence_acts";
import { prefetchPeople } from "./register";
import { go, pathOf } from "./router";
import { type RowItem, RowMenu } from "./row_menu";
import { words } from "./text";

interface PlayersProps {
  readonly live: Live;
  readonly tournament: Tournament;
}

export function Players({ live, tournament }: PlayersProps) {
  const [w, t] = [words.value, texts.value];
  const isImporting = useSignal(tournament.players.length === 0);
  const isCheckingIn = useSignal(false);
  const ofTeams = isOfTeams(tournament);
  const round = roundOfAbsence(tournament);
  const isPaired = newestRound(tournament) !== undefined;
  const all: Action[] = [
    {
      id: "enter",
      label: w("enter-player"),
      key: "n",
      isNext: true,
      run: () => void entries.enter(live),
    },
    {
      id: "import",
      label: w("paste-list"),
      key: "l",
      run: () => {
        isImporting.value = !isImporting.value;
      },
    },
  ];
  if (ofTeams) {
    all.push({
      id: "enter-team",
      label: w("enter-team"),
      key: "m",
      run: () => void entries.enterTeams(live, tournament),
    });
  }
  if (tournament.players.length > 0) {
    all.push({
      id: "check-in",
      label: isCheckingIn.value ? w("check-in-end") : w("check-in-of", { round }),
      key: "c",
      run: () => {
        isCheckingIn.value = !isCheckingIn.value;
      },
    });
  }
  if (!isPaired) {
    all.push({ id: "draw-lots", label: w("draw-lots"), run: () => void drawLots(live) });
    if (
      tournament.settings?.regulation?.groups ||
      tournament.settings?.regulation?.format?.format.case === "pools"
    ) {
      all.push({ id: "divide", label: w("divide-groups"), run: () => void divide(live) });
    }
  }
  const next = nextRound(tournament);
  const newest = newestRound(tournament);
  if (tournament.players.length > 1 && (!newest || stageOf(newest) === "closed")) {
    const run = async () => {
      if (await pairRound(live, tournament, next)) go(pathOf(live.venue, live.id, "round"));
    };
    all.push({
      id: "pair",
      label: w("pair-round", { round: next }),
      key: "p",
      run: () => void run(),
    });
  }
  const actions = all.filter(({ id }) => live.offers(id));
  useOffer("players", actions);
  const isListOpen = isImporting.value && live.offers("import");
  useFocusBack("import", isListOpen);
  useFocusBack("check-in", isCheckingIn.value);
  const enters = live.offers("enter");
  useEffect(() => {
    if (enters) void prefetchPeople();
  }, [live.id, enters]);
  const absent = tournament.absences.filter((one) => one.round === round).length;
  const counts = countsOf(expectedOf(tournament, round));
  return (
    <section aria-labelledby="players-title">
      <h2 id="players-title">{w("players")}</h2>
      <p class="subtitle">
        {w("players-count", { players: tournament.players.length, absent, round })}
        {counts.here > 0 && ` · ${w("check-in-counts", counts)}`}
      </p>
      <ActionButtons actions={actions} />
      <OwnPhone live={live} />
      {isCheckingIn.value && (
        <CheckIn
          live={live}
          tournament={tournament}
          round={round}
          close={() => {
            isCheckingIn.value = false;
          }}
        />
      )}
      {isListOpen && (
        <Import
          live={live}
          tournament={tournament}
          close={() => {
            isImporting.value = false;
          }}
        />
      )}
      {tournament.players.length > 0 && (
        <div class="results-scroll">
          <table class="results players">
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col">{t("player")}</th>
                <th scope="col" class="wide">
                  {w("club")}
                </th>
                <th scope="col" class="wide">
                  {w("rating")}
                </th>
                <th scope="col">{w("round-short", { round })}</th>
                <th scope="col">
                  <span class="hidden">{w("more")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tournament.players.map((player) => (
                <PlayerRow
                  key={player.id}
                  live={live}
                  tournament={tournament}
                  player={player}
                  round={round}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {ofTeams && <Teams live={live} tournament={tournament} round={round} />}
      {tournament.groups.length > 0 && (
        <ol class="groups">
          {tournament.groups.map((group, at) => (
            <li key={at}>
              <b>{w("group", { group: at + 1 })}</b>:{" "}
              {group.participants.map((id) => entries.nameOf(tournament, id)).join(", ")}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Absences are told for the round that is paired next, or has just been paired. */
function roundOfAbsence(tournament: Tournament): number {
  const newest = newestRound(tournament);
  return newest && stageOf(newest) === "draft" ? newest.number : nextRound(tournament);
}

interface PlayerRowProps extends PlayersProps {
  readonly player: Player;
  readonly round: number;
}

function PlayerRow({ live, tournament, player, round }: PlayerRowProps) {
  const w = words.value;
  const isGone = tournament.withdrawn.includes(player.id);
  const items = entries
    .moreOf(tournament, player)
    .filter(({ id }) => live.offers(id))
    .map(({ id, label }) => ({
      id,
      label,
      run: () => {
        if (id === "own-phone") {
          phoneOf.value = { participant: player.id, name: player.name };
        } else void entries.more(live, tournament, player, id);
      },
    }));
  return (
    <tr data-player={player.id} data-gone={isGone}>
      <td>{player.id}</td>
      <th scope="row">{player.name}</th>
      <td class="wide">{player.club}</td>
      <td class="wide">{player.rating || ""}</td>
      <td>
        {isGone ? (
          texts.value("withdrawn")
        ) : isOfTeams(tournament) ? null : (
          <Presence
            live={live}
            tournament={tournament}
            id={player.id}
            name={player.name}
            round={round}
          />
        )}
      </td>
      <td class="more">
        <RowMenu label={w("more-of-name", { name: player.name })} items={items} />
      </td>
    </tr>
  );
}

interface PresenceProps extends PlayersProps {
  readonly id: number;
  readonly name: string;
  readonly round: number;
}

/** All are expected; a tap says that one does not come, another that they do. */
function Presence({ live, tournament, id, name, round }: PresenceProps) {
  const w = words.value;
  const isAbsent = absenceOf(tournament, id, round) !== undefined;
  if (!live.offers("absence")) return <>{isAbsent ? w("absent") : w("expected")}</>;
  return (
    <button
      type="button"
      class="presence"
      aria-pressed={isAbsent}
      aria-label={w("absence-of", { name, round })}
      onClick={() => void entries.toggleAbsence(live, tournament, id, round, isAbsent)}
    >
      {isAbsent ? w("absent") : w("expected")}
    </button>
  );
}

interface TeamsProps extends PlayersProps {
  readonly round: number;
}

function Teams({ live, tournament, round }: TeamsProps) {
  const w = words.value;
  return (
    <>
      <h2>{w("teams")}</h2>
      <ul class="teams">
        {tournament.teams.map((team: Team) => (
          <li key={team.id} class="panel">
            <h3>
              {team.id}. {team.name}
            </h3>
            <ol>
              {team.lineUp.map((id, at) => (
                <li key={at}>{entries.playerNameOf(tournament, id)}</li>
              ))}
            </ol>
            {tournament.lateLineUps
              .filter((late) => late.team === team.id)
              .map((late) => (
                <p key={late.reason} class="hint">
                  {w("late-line-up", { reason: late.reason })}
                </p>
              ))}
            <div class="buttons">
              {live.offers("line-up") && (
                <button
                  type="button"
                  class="button"
                  aria-label={w("line-up-of", { name: team.name })}
                  onClick={() => void entries.lineUp(live, tournament, team)}
                >
                  {w("line-up")}
                </button>
              )}
              <Presence
                live={live}
                tournament={tournament}
                id={team.id}
                name={team.name}
                round={round}
              />
              <RowMenu
                label={w("more-of-name", { name: team.name })}
                items={itemsOf(live, tournament, team)}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns what else can be done with a team. */
function itemsOf(live: Live, tournament: Tournament, team: Team): RowItem[] {
  const w = words.value;
  const isGone = tournament.withdrawn.includes(team.id);
  const items: RowItem[] = [
    {
      id: "own-phone",
      label: w("own-phone"),
      run: () => {
        phoneOf.value = { participant: team.id, name: team.name };
      },
    },
    { id: "rename", label: w("rename"), run: () => void entries.renameTeam(live, team) },
    { id: "remove", label: w("remove"), run: () => void entries.removeTeam(live, team) },
    {
      id: "withdraw",
      label: isGone ? w("reinstate") : w("withdraw"),
      run: () => void entries.withdraw(live, tournament, team.id),
    },
  ];
  return items.filter(({ id }) => live.offers(id));
}

async function drawLots(live: Live) {
  const w = words.value;
  const answers = await ask({
    title: w("draw-lots"),
    text: w("draw-lots-text"),
    fields: [{ name: "order", label: w("order-of-numbers"), kind: "text", hint: w("order-hint") }],
    confirm: w("draw-lots"),
  });
  if (!answers) return;
  const order = (answers.order ?? "")
    .split(/\D+/)
    .filter((one) => one !== "")
    .map(Number);
  const how = order.length > 0 ? { order } : { seed: seed() };
  await decide(live, "draw-lots", w("draw-lots"), (common) =>
    pairing.drawLots({ ...common, ...how }),
  );
}

async function divide(live: Live) {
  const w = words.value;
  const answers = await ask({
    title: w("divide-groups"),
    text: w("divide-text"),
    fields: [{ name: "groups", label: w("groups"), kind: "lines", hint: w("groups-hint") }],
    confirm: w("divide-groups"),
  });
  if (!answers) return;
  const groups = (answers.groups ?? "")
    .split("\n")
    .map((line) =>
      line
        .split(/\D+/)
        .filter((one) => one !== "")
        .map(Number),
    )
    .filter((participants) => participants.length > 0)
    .map((participants) => ({ participants }));
  const how = groups.length > 0 ? { groups } : { seed: seed() };
  await decide(live, "divide", w("divide-groups"), (common) =>
    pairing.divideGroups({ ...common, ...how }),
  );
}
