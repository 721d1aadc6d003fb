import { expect, test } from "vitest";
import event from "../../../../crates/access/src/event.rs?raw";
import { language } from "../../text/language";
import { CHANGE_KINDS, kindName } from "./change_kinds";

test("every kind of act that the services record has words in each language", () => {
  const kinds = [...event.matchAll(/Self::\w+ \{[^}]*\} => "([a-z-]+)",/g)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual([...CHANGE_KINDS]);
  for (const one of ["nl", "fy", "en"] as const) {
    language.value = one;
    for (const kind of CHANGE_KINDS) expect(kindName(kind)).not.toMatch(/^[a-z]|-[a-z]+$/);
  }
  expect(kindName("attempts-refused")).toBe("Attempts refused");
  expect(kindName("of-tomorrow")).toBe("of-tomorrow");
});
