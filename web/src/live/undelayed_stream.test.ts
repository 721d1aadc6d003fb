// @vitest-environment happy-dom
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, expect, test, vi } from "vitest";
import { OpenUndelayedRequestSchema } from "../gen/damcast/v1/access_service_pb";
import {
  WatchUndelayedRequestSchema,
  WatchUndelayedResponseSchema,
} from "../gen/damcast/v1/broadcast_pb";
import { keepToken, signOut } from "../wire/session";
import { follow } from "./undelayed_stream";

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

const REFERENCE = { venue: "main", tournament: "kk-2026" };
const PATH = "/api/v1/tournaments/main/kk-2026/ws?since=a.7";

function framed(kind: number, message: Uint8Array): number[] {
  const { length } = message;
  return [
    kind,
    length >>> 24,
    (length >>> 16) & 255,
    (length >>> 8) & 255,
    length & 255,
    ...message,
  ];
}

/** Serves answers one after another, in pieces of this size; returns what was asked. */
function serve(answers: readonly number[][], size: number) {
  const asked: { method: string; token: string | null; message: number[] }[] = [];
  let next = 0;
  vi.stubGlobal("fetch", async (method: string, init: RequestInit) => {
    const message = [...(init.body as Uint8Array)].slice(5);
    asked.push({ method, token: new Headers(init.headers).get("authorization"), message });
    const bytes = answers[next] ?? [];
    next += 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) {
          controller.enqueue(Uint8Array.from(bytes.slice(at, at + size)));
        }
        controller.close();
      },
    });
    return { ok: true, status: 200, headers: new Headers(), body };
  });
  return asked;
}

async function all(): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of follow(PATH, new AbortController().signal)) texts.push(text);
  return texts;
}

const frames = ['{"type":"snapshot","name":"Ljouwert \u00e2"}', `"${"x".repeat(70_000)}"`];
const told = frames.map((json) =>
  framed(
    0,
    toBinary(WatchUndelayedResponseSchema, {
      $typeName: "damcast.v1.WatchUndelayedResponse",
      json,
    }),
  ),
);
const trailers = (text: string) => framed(0x80, new TextEncoder().encode(text));

test("what is withheld is read in whatever pieces it comes, after it is on record", async () => {
  for (const size of [1_000, 65_536]) {
    keepToken("v4.public.x");
    const asked = serve(
      [trailers("grpc-status:0\r\n"), [...told.flat(), ...trailers("grpc-status:0")]],
      size,
    );
    expect(await all()).toEqual(frames);
    const open = create(OpenUndelayedRequestSchema, { tournament: REFERENCE });
    const watch = create(WatchUndelayedRequestSchema, { tournament: REFERENCE, since: "a.7" });
    expect(asked).toEqual([
      {
        method: "/damcast.v1.AccessService/OpenUndelayed",
        token: "Bearer v4.public.x",
        message: [...toBinary(OpenUndelayedRequestSchema, open)],
      },
      {
        method: "/damcast.v1.BroadcastService/WatchUndelayed",
        token: "Bearer v4.public.x",
        message: [...toBinary(WatchUndelayedRequestSchema, watch)],
      },
    ]);
  }
});

test("a proxy whose service is away refuses nobody", async () => {
  vi.stubGlobal("fetch", async () => ({
    ok: false,
    status: 502,
    headers: new Headers(),
    body: null,
  }));
  await expect(all()).rejects.toThrow(TypeError);
});

test("a venue without an authority is asked on, though the browser has an old token", async () => {
  keepToken("v4.public.x");
  const refusal = "grpc-status: 16\r\ndamcast-refusal: no-authority\r\ngrpc-message: nobody";
  const asked = serve([trailers(refusal), [...told.flat(), ...trailers("grpc-status:0")]], 1_000);
  expect(await all()).toEqual(frames);
  expect(asked.map(({ method }) => method.split("/")[2])).toEqual([
    "OpenUndelayed",
    "WatchUndelayed",
  ]);
});

test("without a token nothing is put on record, and a refusal is told in its words", async () => {
  const asked = serve(
    [trailers("grpc-status: 16\r\ngrpc-message: the%20call%20needs%20a%20token")],
    7,
  );
  await expect(all()).rejects.toThrow("the call needs a token");
  expect(asked.map(({ method, token }) => [method.split("/")[2], token])).toEqual([
    ["WatchUndelayed", null],
  ]);
});
