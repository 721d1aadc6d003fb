// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { InTheClear } from "./in_the_clear";

afterEach(() => vi.unstubAllGlobals());

test.each([
  [
    false,
    "This page came without encryption: others in this network can read along and change it.",
  ],
  [true, ""],
])("secure %o: %s", async (isSecure, words) => {
  vi.stubGlobal("isSecureContext", isSecure);
  const root = document.createElement("div");
  await act(() => render(<InTheClear />, root));
  expect(root.textContent).toBe(words);
});
