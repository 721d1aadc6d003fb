// @vitest-environment happy-dom
import { Code, ConnectError } from "@connectrpc/connect";
import { render } from "preact";
import { expect, test, vi } from "vitest";

const device = vi.hoisted(() => ({ enrol: vi.fn() }));

vi.mock("./device", async () => {
  const { signal } = await import("@preact/signals");
  const { enrol } = device;
  const [enrolled, invitation] = [signal(null), signal(null)];
  return { canKeepKey: () => true, enrol, enrolled, invitation };
});

const { Enrol } = await import("./enrol");
const { loadTexts, words } = await import("./text");

test("whoever puts a tablet at its table is told in sentences why that failed", async () => {
  words.value = await loadTexts("en");
  const root = document.createElement("div");
  document.body.append(root);
  render(<Enrol />, root);
  const full = new DOMException("full", "QuotaExceededError");
  for (const [error, sentence] of [
    [full, "This tablet cannot keep where it belongs."],
    [ConnectError.from(full), "This tablet cannot keep where it belongs."],
    // An aborted transaction may have no error at all.
    [null, "This tablet cannot keep where it belongs."],
    [ConnectError.from(new TypeError("Failed to fetch")), "There is no answer:"],
    [new ConnectError("no such code", Code.NotFound), "no such code"],
  ] as const) {
    device.enrol.mockRejectedValueOnce(error);
    root.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    const alert = () => root.querySelector('[role="alert"]')?.textContent ?? "";
    await expect.poll(alert).toContain(sentence);
  }
});
