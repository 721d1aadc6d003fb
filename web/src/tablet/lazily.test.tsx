// @vitest-environment happy-dom
import { render } from "preact";
import { expect, test, vi } from "vitest";

const lock = vi.hoisted(() => ({ loadAnew: vi.fn() }));

vi.mock("./lock", () => lock);

const { Lazily } = await import("./lazily");
const { loadTexts, words } = await import("./text");

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

test("a part that the browser remembers as failed comes with the page anew, if the server is there", async () => {
  words.value = await loadTexts("en");
  const load = async () => {
    throw new Error("Failed to fetch dynamically imported module");
  };
  const answer = vi.fn().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  vi.stubGlobal("fetch", answer.mockResolvedValueOnce(new Response("")));
  const root = document.createElement("div");
  render(<Lazily load={load} />, root);
  const button = () => root.querySelector<HTMLButtonElement>('[data-act="try-again"]');
  await expect.poll(button).not.toBeNull();
  button()?.click();
  await expect.poll(() => answer.mock.calls.length).toBe(1);
  await expect.poll(button).not.toBeNull();
  expect(lock.loadAnew).not.toHaveBeenCalled();
  button()?.click();
  await expect.poll(() => lock.loadAnew.mock.calls.length).toBe(1);
  vi.unstubAllGlobals();
});
