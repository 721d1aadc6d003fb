// Who gave a device its seat or took it away, and who set the grace, as lines of the record.

import type { ListSeatActsResponse } from "../gen/damcast/v1/board_ingest_pb";
import type { RecordLine } from "./decisions";

/** Asks for a page of acts, as `ListSeatActs` does. */
type ReadActs = (request: {
  tournament: { venue: string; tournament: string };
  language: string;
  pageToken: string;
}) => Promise<ListSeatActsResponse>;

/** The acts that were read, and the token of those that come later. */
export interface ReadSeatActs {
  readonly lines: readonly RecordLine[];
  readonly later: string;
}

/** Reads the acts after `known` to the last one. */
export async function readSeatActs(
  read: ReadActs,
  request: { tournament: { venue: string; tournament: string }; language: string },
  known: ReadSeatActs = { lines: [], later: "" },
): Promise<ReadSeatActs> {
  const lines = [...known.lines];
  for (let pageToken = known.later; ; ) {
    const { acts, laterToken, nextPageToken } = await read({ ...request, pageToken });
    lines.push(
      ...acts.map(
        ({ version, atMs, by, roleText, text }): RecordLine => ({
          key: `seats ${version}`,
          version: "",
          atMs: Number(atMs),
          by,
          role: roleText,
          device: "",
          kinds: ["devices"],
          game: "",
          what: text,
          reason: "",
          cause: "",
        }),
      ),
    );
    if (nextPageToken === "") return { lines, later: laterToken };
    pageToken = nextPageToken;
  }
}
