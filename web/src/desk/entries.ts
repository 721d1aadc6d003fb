// Acts on players and teams.

import type { Player, Team } from "../gen/damcast/v1/tournament_pb";
import { language } from "../text/language";
import { pairing } from "../wire/api";
import { ask, type Field } from "./ask";
import { decide } from "./do";
import { type KnownPerson, onlyOne } from "./known";
import type { Live } from "./live";
import { isOfTeams, participantName, playerName, type Tournament } from "./model";
import type { ListedPlayer } from "./paste";
import { changedFields, entryOf, fieldsOf, type PlayerEntry } from "./player_entry";
import { people } from "./register";
import { words } from "./text";

export const nameOf = participantName;
export const playerNameOf = playerName;

/** Enters one player after another, until nothing more is entered. */
export async function enter(live: Live) {
  const w = words.value;
  const known = people.peek();
  const [name, ...others] = fieldsOf();
  const suggestions = [...new Set(known.map((one) => one.name))];
  const fields = name ? [{ ...name, suggestions }, ...others] : others;
  const answers = await ask({ title: w("enter-player"), fields, confirm: w("enter") });
  if (!answers) return;
  const entry = withKnown(entryOf(answers), known);
  await decide(live, "enter", w("enters", { name: entry.name }), (common) =>
    pairing.enterPlayer({ ...common, ...entry }),
  );
}

/** Fills what was left empty from the newest entry of somebody who is known; of two with one name nobody's. */
function withKnown(entry: PlayerEntry, known: readonly KnownPerson[]) {
  const before = onlyOne(known, entry.name, entry.birth?.year ?? 0)?.entries[0]?.player;
  if (!before) return entry;
  const year = before.birth?.year ?? 0;
  return {
    ...entry,
    club: entry.club || before.club,
    rating: entry.rating || before.rating,
    category: entry.category || before.category,
    memberNumber: entry.memberNumber || before.memberNumber,
    publicity: entry.publicity || before.publicity,
    ...(entry.birth || year === 0 ? {} : { birth: { year } }),
  };
}

/** Enters the players of a list, one by one; returns the names of those who were entered. */
export async function enterAll(live: Live, players: readonly ListedPlayer[]): Promise<string[]> {
  const entered: string[] = [];
  for (const { name, club, rating, category, birthYear, memberNumber, publicity } of players) {
    const label = words.value("enters", { name });
    const answer = await decide(live, `enter ${name}`, label, (common) =>
      pairing.enterPlayer({
        ...common,
        name,
        club,
        rating,
        category,
        memberNumber,
        publicity,
        ...(birthYear > 0 ? { birth: { year: birthYear } } : {}),
      }),
    );
    if (answer) entered.push(name);
  }
  return entered;
}

/** Returns what else can be done with a player. */
export function moreOf(tournament: Tournament, { id }: Player): { id: string; label: string }[] {
  const w = words.value;
  const isGone = tournament.withdrawn.includes(id);
  const items = [
    { id: "correct", label: w("correct-player") },
    { id: "remove", label: w("remove") },
  ];
  if (isOfTeams(tournament)) return items;
  items.push({ id: "own-phone", label: w("own-phone") });
  items.push({ id: "half-bye", label: w("half-point-bye") });
  items.push({ id: "withdraw", label: isGone ? w("reinstate") : w("withdraw") });
  const hasReserve = tournament.reserves.some((one) => one.withdrawn === id);
  if (isGone && !hasReserve) items.push({ id: "reserve", label: w("seat-reserve") });
  const isDeclined = tournament.declined.includes(id);
  items.push({
    id: "promotion",
    label: isDeclined ? w("accept-promotion") : w("decline-promotion"),
  });
  return items;
}

export async function more(live: Live, tournament: Tournament, player: Player, what: string) {
  switch (what) {
    case "correct":
      return correct(live, player);
    case "remove":
      return remove(live, player);
    case "half-bye":
      return halfPointBye(live, tournament, player);
    case "withdraw":
      return withdraw(live, tournament, player.id);
    case "reserve":
      return seatReserve(live, player);
    case "promotion":
      return promotion(live, tournament, player);
    default:
  }
}

async function correct(live: Live, player: Player) {
  const w = words.value;
  const title = w("corrects-player", { name: player.name });
  // What is published lacks some of it.
  const isWhole = live.offers("whole");
  const answers = await ask({
    title,
    ...(isWhole ? {} : { text: w("correct-unseen") }),
    fields: fieldsOf(player),
    confirm: w("save"),
  });
  if (!answers) return;
  const entry = entryOf(answers);
  // Without a field all of them would be corrected.
  const fields = changedFields(player, entry);
  if (fields.length === 0) return;
  await decide(live, `player ${player.id}`, title, (common) =>
    pairing.correctPlayer({ ...common, player: { id: player.id, ...entry }, fields }),
  );
}

/** Asks whether somebody is to be removed; returns false if not. */
async function askToRemove(title: string): Promise<boolean> {
  const w = words.value;
  const question = { title, text: w("remove-text"), confirm: w("remove"), isDangerous: true };
  return (await ask(question)) !== null;
}

async function remove(live: Live, { id, name }: Player) {
  const title = words.value("removes", { name });
  if (!(await askToRemove(title))) return;
  await decide(live, `player ${id}`, title, (common) =>
    pairing.removePlayer({ ...common, player: id }),
  );
}

/** Reports that somebody does not play a round, or takes that back. */
export async function toggleAbsence(
  live: Live,
  tournament: Tournament,
  id: number,
  round: number,
  isAbsent: boolean,
) {
  const w = words.value;
  const name = participantName(tournament, id);
  const label = isAbsent ? w("plays", { name, round }) : w("is-absent", { name, round });
  // In the three eights an absence needs its reason (C art. 10).
  const needsReason = tournament.settings?.regulation?.format?.format.case === "prescribed";
  let reason = "";
  if (!isAbsent && needsReason) {
    const answers = await ask({
      title: label,
      fields: [{ name: "reason", label: w("reason"), kind: "text", isRequired: true }],
      confirm: w("save"),
    });
    if (!answers) return;
    reason = answers.reason ?? "";
  }
  await decide(live, `absence ${id}`, label, (common) =>
    pairing.reportAbsence({ ...common, participant: id, round, present: isAbsent, reason }),
  );
}

async function halfPointBye(live: Live, tournament: Tournament, { id, name }: Player) {
  const w = words.value;
  const answers = await ask({
    title: w("half-point-bye-of", { name }),
    fields: [
      {
        name: "round",
        label: w("round-number"),
        kind: "number",
        min: 1,
        value: String(tournament.rounds.length + 1),
        isRequired: true,
      },
      { name: "reason", label: w("reason"), kind: "text" },
      { name: "told", label: w("told-by"), kind: "text" },
    ],
    confirm: w("save"),
  });
  if (!answers) return;
  await decide(live, `absence ${id}`, w("half-point-bye-of", { name }), (common) =>
    pairing.reportAbsence({
      ...common,
      participant: id,
      round: Number(answers.round),
      halfPointBye: true,
      reason: answers.reason ?? "",
      toldBy: answers.told ?? "",
    }),
  );
}

/** Withdraws somebody, after showing the table as it would be; or takes that back. */
export async function withdraw(live: Live, tournament: Tournament, id: number) {
  const w = words.value;
  const name = participantName(tournament, id);
  const isGone = tournament.withdrawn.includes(id);
  const title = isGone ? w("reinstates", { name }) : w("withdraws", { name });
  let text = "";
  if (!isGone) {
    try {
      const request = { tournament: live.ref, ifWithdrawn: id, language: language.value };
      const { tables } = await pairing.getStandings(request);
      const effects = tables.flatMap((table) => table.withdrawals);
      text = effects
        .filter((one) => one.participant === id)
        .map((one) => one.explanation)
        .join("\n");
    } catch {
      // The withdrawal itself says what is wrong.
    }
  }
  const answers = await ask({
    title,
    text,
    fields: isGone ? [] : [{ name: "reason", label: w("reason"), kind: "text" }],
    confirm: isGone ? w("reinstate") : w("withdraw"),
    isDangerous: !isGone,
  });
  if (!answers) return;
  await decide(live, `withdraw ${id}`, title, (common) =>
    pairing.withdraw({
      ...common,
      participant: id,
      reason: answers.reason ?? "",
      reinstate: isGone,
    }),
  );
}

async function seatReserve(live: Live, withdrawn: Player) {
  const w = words.value;
  const title = w("seats-reserve", { name: withdrawn.name });
  const answers = await ask({ title, fields: fieldsOf(), confirm: w("seat-reserve") });
  if (!answers) return;
  await decide(live, `reserve ${withdrawn.id}`, title, (common) =>
    pairing.seatReserve({ ...common, withdrawn: withdrawn.id, reserve: entryOf(answers) }),
  );
}

async function promotion(live: Live, tournament: Tournament, { id, name }: Player) {
  const w = words.value;
  const isDeclined = tournament.declined.includes(id);
  const title = isDeclined ? w("accepts-promotion", { name }) : w("declines-promotion", { name });
  const answers = await ask({
    title,
    fields: [{ name: "reason", label: w("reason"), kind: "text" }],
    confirm: w("save"),
  });
  if (!answers) return;
  await decide(live, `promotion ${id}`, title, (common) =>
    pairing.declinePromotion({
      ...common,
      participant: id,
      reason: answers.reason ?? "",
      accepted: isDeclined,
    }),
  );
}

/** Enters teams, a line each; proposes the clubs of players that have none. */
export async function enterTeams(live: Live, tournament: Tournament) {
  const w = words.value;
  const taken = new Set(tournament.teams.map((team) => team.name));
  const clubs = new Set(tournament.players.map((player) => player.club));
  const proposed = [...clubs].filter((club) => club !== "" && !taken.has(club));
  const answers = await ask({
    title: w("enter-team"),
    fields: [
      {
        name: "names",
        label: w("teams-by-line"),
        kind: "lines",
        value: proposed.join("\n"),
        isRequired: true,
      },
    ],
    confirm: w("enter"),
  });
  const names = (answers?.names ?? "").split("\n").map((name) => name.trim());
  for (const name of names.filter((one) => one !== "")) {
    await decide(live, `enter-team ${name}`, w("enters", { name }), (common) =>
      pairing.enterTeam({ ...common, name }),
    );
  }
}

export async function renameTeam(live: Live, { id, name }: Team) {
  const w = words.value;
  const answers = await ask({
    title: w("renames", { name }),
    fields: [{ name: "name", label: w("name"), kind: "text", value: name, isRequired: true }],
    confirm: w("save"),
  });
  if (!answers) return;
  await decide(live, `team ${id}`, w("renames", { name }), (common) =>
    pairing.renameTeam({ ...common, team: id, name: answers.name ?? "" }),
  );
}

export async function removeTeam(live: Live, { id, name }: Team) {
  const title = words.value("removes", { name });
  if (!(await askToRemove(title))) return;
  await decide(live, `team ${id}`, title, (common) => pairing.removeTeam({ ...common, team: id }));
}

/**
 * Sets the boards of a team; an empty one has no player. Before the first line-up the players of the
 * club with its name are proposed, in the order of entry.
 */
export async function lineUp(live: Live, tournament: Tournament, team: Team) {
  const w = words.value;
  const options = [
    { value: "0", label: "–" },
    ...tournament.players.map(({ id, name, club }) => ({
      value: String(id),
      label: club === "" ? name : `${name} (${club})`,
    })),
  ];
  const ofClub = tournament.players.filter(({ club }) => club === team.name);
  const proposed = team.lineUp.length > 0 ? team.lineUp : ofClub.map(({ id }) => id);
  const boards = Array.from(
    { length: team.boards },
    (_, at): Field => ({
      name: `board-${at}`,
      label: w("board-number", { board: at + 1 }),
      kind: "select",
      value: String(proposed[at] ?? 0),
      options,
    }),
  );
  const answers = await ask({
    title: w("line-up-of", { name: team.name }),
    fields: [...boards, { name: "reason", label: w("late-reason"), kind: "text" }],
    confirm: w("save"),
  });
  if (!answers) return;
  await decide(live, `line-up ${team.id}`, w("line-up-of", { name: team.name }), (common) =>
    pairing.handInLineUp({
      ...common,
      team: team.id,
      boards: boards.map(({ name }) => Number(answers[name])),
      reason: answers.reason ?? "",
    }),
  );
}
