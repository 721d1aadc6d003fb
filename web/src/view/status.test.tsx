// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { expect, test } from "vitest";
import type { Status } from "../live/connection";
import { StatusLine } from "./status";

const since = new Date(2026, 10, 21, 14, 2).getTime();

test.each<[Status, boolean, string, string]>([
  [{ kind: "live" }, false, "live", "Live"],
  [{ kind: "live" }, true, "ended", "Ended"],
  [{ kind: "delayed", since }, false, "delayed", "Delayed since 14:02"],
  [{ kind: "interrupted", since }, false, "interrupted", "No news since 14:02"],
  [{ kind: "venue-offline", since }, false, "venue-offline", "Venue offline since 14:02"],
  [{ kind: "venue-offline", since }, true, "ended", "Ended"],
  [{ kind: "offline", since }, true, "offline", "Offline since 14:02"],
  [{ kind: "connecting" }, true, "connecting", "Connecting…"],
])("%o, over %s: %s, %s", async (status, isOver, kind, words) => {
  const root = document.createElement("div");
  await act(() => render(<StatusLine status={status} isOver={isOver} />, root));
  const line = root.querySelector("[role=status]");
  expect(line?.getAttribute("data-status")).toBe(kind);
  expect(line?.textContent).toBe(words);
});
