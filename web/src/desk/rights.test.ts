import { expect, test } from "vitest";
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
    expect(isOffered([Role.ARBITER], act)).toBe(true);
  }
  expect([isOffered(results, "results"), isOffered(organiser, "results")]).toEqual([true, false]);
  expect([isOffered(results, "enter"), isOffered(organiser, "enter")]).toEqual([false, true]);
  expect(isOffered([...results, ...organiser], "results")).toBe(true);
  expect(sectionsFor(results)).toEqual(["round", "players", "standings", "print"]);
  expect(sectionsFor([...results, ...organiser])).toContain("settings");
  expect([isOffered(results, "correct"), isOffered(organiser, "correct")]).toEqual([false, false]);
  expect(sectionsFor([...results, Role.TECHNICIAN])).toEqual([
    "round",
    "boards",
    "players",
    "standings",
    "print",
  ]);
});
