import { expect, test } from "vitest";
import matrix from "../../../docs/access.md?raw";
import { Role } from "../gen/damcast/v1/access_pb";
import { isOffered, sectionsFor, seenBy } from "./rights";

test("who enters results and an organiser see what is published, a technician nothing", () => {
  expect(seenBy(null)).toBe("whole");
  expect(seenBy([Role.ORGANISER, Role.CHIEF_ARBITER])).toBe("whole");
  expect(seenBy([Role.RESULT_ENTRY])).toBe("published");
  expect(seenBy([Role.ORGANISER])).toBe("published");
  expect(seenBy([Role.TECHNICIAN])).toBe("nothing");
});

test("each is offered what the doors allow them, and both roles together what either has", () => {
  const [results, organiser] = [[Role.RESULT_ENTRY], [Role.ORGANISER]];
  for (const act of ["pair", "publish", "open", "close", "withdraw"]) {
    expect([isOffered(results, act), isOffered(organiser, act)]).toEqual([false, false]);
    expect(isOffered([Role.CHIEF_ARBITER], act)).toBe(true);
  }
  expect([isOffered(results, "results"), isOffered(organiser, "results")]).toEqual([true, false]);
  expect([isOffered(results, "enter"), isOffered(organiser, "enter")]).toEqual([false, true]);
  expect(isOffered([...results, ...organiser], "results")).toBe(true);
  expect(sectionsFor(results)).toEqual(["round", "players", "standings", "print"]);
  expect(sectionsFor([...results, ...organiser])).toContain("settings");
  expect([isOffered(results, "correct"), isOffered(organiser, "correct")]).toEqual([false, true]);
  expect(sectionsFor([...results, Role.TECHNICIAN])).toEqual([
    "round",
    "boards",
    "players",
    "standings",
    "print",
  ]);
});

/** The rows of the matrix that decide on an act, as docs/access.md has them. */
const ROWS: Readonly<Record<string, string>> = {
  absence: "Pairing.ReportAbsence",
  amend: "Pairing.AmendTournament: name",
  "amend-regulation": "Pairing.AmendTournament: regulation",
  "answer-proposal": "Pairing.AnswerProposal",
  boards: "BoardIngest.WatchBoards",
  "check-in": "Pairing.CheckIn",
  "check-regulation": "Pairing.CheckRegulation",
  clocks: "BoardIngest.RuleRound",
  close: "Pairing.CloseRound",
  colors: "Pairing.ChooseColor",
  "control-sums": "Season.GetControlSums",
  copy: "Pairing.CreateTournament",
  correct: "Pairing.CorrectPlayer",
  delete: "Pairing.DeleteTournament",
  divide: "Pairing.DivideGroups",
  "draw-lots": "Pairing.DrawLots",
  embargo: "Pairing.SetEmbargo: set",
  "embargo-release": "Pairing.ReleaseEmbargo",
  enter: "Pairing.EnterPlayer",
  "enter-team": "Pairing.EnterTeam",
  import: "Pairing.ImportTrf",
  "line-up": "Pairing.HandInLineUp",
  "make-up": "Pairing.PlanMakeUp",
  "move-device": "BoardIngest.AssignTable",
  open: "Pairing.OpenRound",
  "own-phone": "Access.InviteDevice",
  pair: "Pairing.PairRound",
  plan: "Pairing.PlanRound",
  "play-off": "Pairing.PairPlayOff",
  promotion: "Pairing.DeclinePromotion",
  publish: "Pairing.PublishRound",
  reasons: "Pairing.ExplainPairing",
  "release-device": "BoardIngest.ReleaseTable",
  remove: "Pairing.RemovePlayer",
  rename: "Pairing.RenameTeam",
  "reopen-tie": "Pairing.ReopenTie",
  reserve: "Pairing.SeatReserve",
  "resolve-tie": "Pairing.ResolveTie",
  results: "Pairing.RecordResult: first",
  "reverse-colors": "Pairing.ReverseColors: this round",
  rule: "BoardIngest.SubmitRuling: moves",
  "set-grace": "BoardIngest.SetGrace",
  "set-start": "Pairing.SetStartMode",
  unpair: "Pairing.UnpairRound: draft",
  "unpair-published": "Pairing.UnpairRound: published",
  watch: "BoardIngest.WatchVerdicts",
  whole: "Pairing.GetTournament: whole",
  withdraw: "Pairing.Withdraw",
  "withdraw-result": "Pairing.WithdrawResult: this round",
};

test("each role is offered what its row of the matrix allows, and nothing else", () => {
  const rows = matrix.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const roles = [
    ["CA", Role.CHIEF_ARBITER],
    ["AR", Role.ARBITER],
    ["PO", Role.PAIRING_OFFICER],
    ["RE", Role.RESULT_ENTRY],
    ["FA", Role.FEDERATION_ADMIN],
    ["OR", Role.ORGANISER],
  ] as const;
  const head = rows.find((row) => row[1] === "call") ?? [];
  const wrong: string[] = [];
  for (const [act, call] of Object.entries(ROWS)) {
    const row = rows.find((one) => one[1] === call);
    for (const [letters, role] of roles) {
      const may = row?.[head.indexOf(letters)];
      if (isOffered([role], act) !== (may !== "–")) wrong.push(`${letters} ${act}: ${may}`);
      // Until the first round is paired.
      const isOver = may === "b" && isOffered([role], act, true);
      if (isOver) wrong.push(`${letters} ${act} once a round is paired`);
    }
  }
  expect(wrong).toEqual([]);
});
