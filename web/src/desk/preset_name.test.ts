import { expect, test } from "vitest";
import { presetName } from "./preset_name";

test("a preset has its name in each language, and one that the page does not know its id", async () => {
  expect(await presetName("frisian-club-teams", "en")).toBe("Club championship, group I");
  expect(await presetName("frisian-club-teams", "nl")).toBe("Clubkampioenschap, groep I");
  expect(await presetName("frisian-club-teams", "fy")).toBe("Klupkampioenskip, groep I");
  expect(await presetName("of-a-later-version", "nl")).toBe("of-a-later-version");
});
