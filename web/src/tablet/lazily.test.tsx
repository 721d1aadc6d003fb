// @vitest-environment happy-dom
import { render } from "preact";
import { expect, test } from "vitest";
import { Lazily } from "./lazily";
import { loadTexts, words } from "./text";

test("a part that cannot be loaded says so, is tried again, and is there at once from then on", async () => {
  words.value = await loadTexts("en");
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new Error("Failed to fetch dynamically imported module");
    return () => <p>the part</p>;
  };
  const root = document.createElement("div");
  render(<Lazily load={load} />, root);
  expect(root.textContent).toBe("One moment …");
  await expect
    .poll(() => root.querySelector('[role="alert"]')?.textContent)
    .toContain("not be loaded");
  root.querySelector<HTMLButtonElement>('[data-act="try-again"]')?.click();
  await expect.poll(() => root.textContent).toBe("the part");
  render(null, root);
  render(<Lazily load={load} />, root);
  expect(root.textContent).toBe("the part");
  expect(tries).toBe(2);
});
