import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { ListSeatActsResponseSchema } from "../gen/damcast/v1/board_ingest_pb";
import { readSeatActs } from "./seat_acts";

const request = { tournament: { venue: "main", tournament: "kk" }, language: "en" };
const act = (version: bigint, text: string) => ({
  version,
  atMs: 1_795_430_645_000n,
  by: "Tess",
  role: "technician",
  roleText: "technician",
  text,
});

test("changes of seats are read page by page, and later only those that came since", async () => {
  const pages = new Map([
    ["", { acts: [act(1n, "device a gets a place")], nextPageToken: "9", laterToken: "9" }],
    ["9", { acts: [], nextPageToken: "", laterToken: "12" }],
    ["12", { acts: [act(14n, "grace")], nextPageToken: "", laterToken: "15" }],
  ]);
  const read = async ({ pageToken }: { pageToken: string }) =>
    create(ListSeatActsResponseSchema, pages.get(pageToken) ?? {});
  const first = await readSeatActs(read, request);
  expect(first.lines).toEqual([
    {
      key: "seats 1",
      version: "",
      atMs: 1_795_430_645_000,
      by: "Tess",
      role: "technician",
      device: "",
      kinds: ["devices"],
      game: "",
      what: "device a gets a place",
      reason: "",
      cause: "",
    },
  ]);
  const then = await readSeatActs(read, request, first);
  expect(then.lines.map(({ what }) => what)).toEqual(["device a gets a place", "grace"]);
  expect(then.later).toBe("15");
});
