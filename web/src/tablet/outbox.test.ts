import { describe, expect, test, vi } from "vitest";
import { DISK_MS } from "../wire/disk";
import { parseFen } from "../wire/position";
import {
  type Draft,
  type Input,
  type InputAnswer,
  type InputStorage,
  Outbox,
  pauseAfter,
  SAFE_MS,
} from "./outbox";

/** A disk that can be full. */
class Disk implements InputStorage {
  readonly stored = new Map<number, Input>();
  isFull = false;
  #last = 0;
  async all() {
    return [...this.stored.values()];
  }
  async add(draft: Draft) {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.#last += 1;
    const input: Input = { ...draft, sequence: this.#last, state: "kept", text: "" };
    this.stored.set(input.sequence, input);
    return input;
  }
  async put(input: Input) {
    this.stored.set(input.sequence, input);
  }
  async remove(sequences: readonly number[]) {
    for (const sequence of sequences) this.stored.delete(sequence);
  }
}

function draft(ply: number, game = "r1-t1"): Draft {
  const move = { from: 32, via: [], to: 28, captured: [], namesCaptured: false };
  const before = parseFen("W:W31-50:B1-20");
  const act = { kind: "move", ply, move, before } as const;
  return { game, device: "t1", act, seenAt: 1_000 + ply, line: 0 };
}

const accepted: InputAnswer = { kind: "judged", state: "accepted", text: "" };
const unanswered: InputAnswer = { kind: "unanswered", text: "no network" };

/** Returns an outbox that is answered by `answers`, in order, then by `accepted`; and what it sent. */
function outbox(disk: InputStorage, answers: InputAnswer[], time = { now: 0 }) {
  const sent: Input[] = [];
  const pauses: number[] = [];
  const made = new Outbox({
    inputStorage: disk,
    send: async (input) => {
      sent.push(input);
      return answers.shift() ?? accepted;
    },
    pause: async (ms) => {
      pauses.push(ms);
    },
    random: () => 1,
    hold: () => new Promise(() => {}),
    now: () => time.now,
  });
  return { made, sent, pauses };
}

const states = (made: Outbox) => made.inputs.value.map(({ sequence, state }) => [sequence, state]);

describe("an input", () => {
  test("is on the disk before it is sent, and before it looks confirmed", async () => {
    const disk = new Disk();
    const onDisk: (string | undefined)[] = [];
    const send = async ({ sequence }: Input) => {
      onDisk.push(disk.stored.get(sequence)?.state);
      return accepted;
    };
    const made = new Outbox({ inputStorage: disk, send, pause: async () => {} });
    const adding = made.add(draft(1));
    expect(made.inputs.value).toEqual([]);
    expect((await adding).sequence).toBe(1);
    await expect.poll(() => disk.stored.get(1)?.state).toBe("accepted");
    expect(onDisk).toEqual(["kept"]);
  });

  test("that may be taken back is sent after its time, or before the next one", async () => {
    const disk = new Disk();
    const holds: [number, () => void][] = [];
    const sent: number[] = [];
    const made = new Outbox({
      inputStorage: disk,
      send: async ({ sequence }) => {
        sent.push(sequence);
        return accepted;
      },
      pause: async () => {},
      hold: (ms) => new Promise((resolve) => holds.push([ms, resolve])),
    });
    await made.add(draft(1), 1_500);
    expect([disk.stored.get(1)?.state, made.held.value, sent]).toEqual(["kept", 1, []]);
    holds[0]?.[1]();
    await expect.poll(() => states(made)).toEqual([[1, "accepted"]]);
    expect(await made.takeBack()).toBe(false);
    await made.add(draft(2), 1_500);
    await made.add(draft(3), 1_500);
    await expect.poll(() => disk.stored.get(2)?.state).toBe("accepted");
    expect([sent, made.held.value]).toEqual([[1, 2], 3]);
    // The time of the one before is over, and that of this one is not.
    holds[1]?.[1]();
    expect(await made.takeBack()).toBe(true);
    holds[2]?.[1]();
    await made.flush();
    expect([sent, [...disk.stored.keys()], made.held.value]).toEqual([[1, 2], [1, 2], null]);
    expect(holds.map(([ms]) => ms)).toEqual([1_500, 1_500, 1_500]);
  });

  test("that cannot be taken off the disk is sent", async () => {
    const disk = new Disk();
    const { made, sent } = outbox(disk, []);
    disk.remove = async () => {
      throw new Error("the disk is gone");
    };
    await made.add(draft(1), 100_000);
    expect(await made.takeBack()).toBe(false);
    await expect.poll(() => states(made)).toEqual([[1, "accepted"]]);
    expect(sent.length).toBe(1);
  });

  test("that cannot be stored was not made", async () => {
    const disk = new Disk();
    disk.isFull = true;
    const { made, sent } = outbox(disk, []);
    await expect(made.add(draft(1))).rejects.toThrow("QuotaExceededError");
    expect([made.inputs.value, sent]).toEqual([[], []]);
  });

  test("is sent with the same number and moment until it is answered, the ones after it later", async () => {
    const { made, sent, pauses } = outbox(new Disk(), [unanswered, unanswered, unanswered]);
    await made.add(draft(1));
    await made.add(draft(2));
    await expect
      .poll(() => states(made))
      .toEqual([
        [1, "accepted"],
        [2, "accepted"],
      ]);
    expect(sent.map(({ sequence, seenAt }) => [sequence, seenAt])).toEqual([
      [1, 1_001],
      [1, 1_001],
      [1, 1_001],
      [1, 1_001],
      [2, 1_002],
    ]);
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    expect(made.trouble.value).toBe("");
  });

  test("that a page left unsent is sent by the next page", async () => {
    const disk = new Disk();
    for (const ply of [1, 2, 3]) await disk.add(draft(ply));
    const { made, sent } = outbox(disk, []);
    await made.open();
    await expect
      .poll(() => states(made).map(([, state]) => state))
      .toEqual(Array(3).fill("accepted"));
    expect(sent.map((input) => input.sequence)).toEqual([1, 2, 3]);
    expect((await made.add(draft(4))).sequence).toBe(4);
  });

  test("that is made while the page reads what was kept is there after it, once", async () => {
    const disk = new Disk();
    await disk.add(draft(1));
    const { made, sent } = outbox(disk, []);
    const read = await disk.all();
    let answer = () => {};
    disk.all = () =>
      new Promise((resolve) => {
        answer = () => resolve(read);
      });
    const opening = made.open();
    await made.add(draft(2));
    read.push(...[...disk.stored.values()].filter(({ sequence }) => sequence === 2));
    answer();
    await opening;
    await expect
      .poll(() => states(made))
      .toEqual([
        [1, "accepted"],
        [2, "accepted"],
      ]);
    expect(sent.map(({ sequence }) => sequence).sort()).toEqual([1, 2]);
  });

  test("is sent although the disk never answers about the one before it", async () => {
    vi.useFakeTimers();
    const disk = new Disk();
    const { made, sent } = outbox(disk, []);
    disk.put = () => new Promise(() => {});
    try {
      await made.add(draft(1));
      await made.add(draft(2));
      await vi.advanceTimersByTimeAsync(2 * DISK_MS);
    } finally {
      vi.useRealTimers();
    }
    expect([sent.length, states(made)]).toEqual([
      2,
      [
        [1, "accepted"],
        [2, "accepted"],
      ],
    ]);
  });

  test("that waits for the arbiter is judged later", async () => {
    const { made } = outbox(new Disk(), [{ kind: "judged", state: "stored", text: "" }]);
    await made.add(draft(1));
    await expect.poll(() => states(made)).toEqual([[1, "stored"]]);
    await made.judge(1, "arbiter", "");
    expect(states(made)).toEqual([[1, "arbiter"]]);
    // The answer that it is stored may be the slower one.
    await made.judge(1, "stored", "");
    expect(states(made)).toEqual([[1, "arbiter"]]);
    await made.judge(1, "refused", "taken back");
    expect(made.inputs.value[0]?.text).toBe("taken back");
    // A verdict on an input of before that is forgotten changes nothing.
    await made.judge(17, "accepted", "");
    expect(states(made)).toEqual([[1, "refused"]]);
  });

  test("that the service has lost is sent again, unchanged; refused ones and other games are not", async () => {
    const disk = new Disk();
    const refused: InputAnswer = { kind: "judged", state: "refused", text: "no" };
    const time = { now: 0 };
    const { made, sent } = outbox(disk, [accepted, refused, accepted, accepted], time);
    for (const one of [draft(1), draft(2), draft(3), draft(1, "r2-t1")]) await made.add(one);
    await expect.poll(() => sent.length).toBe(4);
    await made.flush();
    await made.compare("r1-t1", "t1", new Set([1]));
    await expect.poll(() => sent.length).toBe(5);
    expect(sent[4]?.sequence).toBe(3);
    await expect
      .poll(() => states(made))
      .toEqual([
        [1, "accepted"],
        [2, "refused"],
        [3, "accepted"],
        [4, "accepted"],
      ]);
    time.now = SAFE_MS;
    await made.forgetBut("r2-t1");
    expect([states(made), [...disk.stored.keys()]]).toEqual([[[4, "accepted"]], [4]]);
  });

  test("of the game before is sent again although the next one is at the table, if the log lost it", async () => {
    const time = { now: 0 };
    const { made, sent } = outbox(new Disk(), [], time);
    for (const ply of [1, 2]) await made.add(draft(ply));
    await expect
      .poll(() => states(made).map(([, state]) => state))
      .toEqual(["accepted", "accepted"]);
    time.now = SAFE_MS - 1;
    await made.forgetBut("r2-t1");
    expect(states(made).length).toBe(2);
    // The power fails, and comes back a long time later: by then the log has lost the second.
    made.doubt();
    time.now = 10 * SAFE_MS;
    await made.forgetBut("r2-t1");
    await made.compare("r1-t1", "t1", new Set([1]));
    await expect.poll(() => sent.map(({ sequence }) => sequence)).toEqual([1, 2, 2]);
    await expect
      .poll(() => states(made).map(([, state]) => state))
      .toEqual(["accepted", "accepted"]);
    // Both are in the log from now on, and safe after a while.
    await made.forgetBut("r2-t1");
    expect(states(made).length).toBe(2);
    time.now = 11 * SAFE_MS;
    await made.forgetBut("r2-t1");
    expect(states(made)).toEqual([]);
  });

  test("that has no last answer is sent again, and gets the one that was missed", async () => {
    const stored: InputAnswer = { kind: "judged", state: "stored", text: "" };
    const refused: InputAnswer = { kind: "judged", state: "refused", text: "no" };
    const { made, sent } = outbox(new Disk(), [stored, refused]);
    await made.add(draft(1));
    await expect.poll(() => states(made)).toEqual([[1, "stored"]]);
    await made.compare("r1-t1", "t1", new Set([1]));
    await expect.poll(() => states(made)).toEqual([[1, "refused"]]);
    expect(sent.map(({ sequence }) => sequence)).toEqual([1, 1]);
  });

  test("of an earlier enrolment is not sent again under another name", async () => {
    const { made, sent } = outbox(new Disk(), [accepted]);
    await made.add(draft(1));
    await expect.poll(() => states(made)).toEqual([[1, "accepted"]]);
    await made.compare("r1-t1", "t2", new Set());
    expect([sent.length, states(made)]).toEqual([1, [[1, "accepted"]]]);
  });

  test("that calls the arbiter is not held up by a move that gets no answer", async () => {
    const unanswered: InputAnswer = { kind: "unanswered", text: "" };
    const { made, sent } = outbox(new Disk(), [unanswered, accepted, accepted]);
    await made.add(draft(1));
    const act = { kind: "call", id: "1", matter: 2, text: "" } as const;
    await made.add({ ...draft(2), act });
    await expect.poll(() => sent.length).toBeGreaterThan(1);
    await expect.poll(() => states(made).at(-1)).toEqual([2, "accepted"]);
  });

  test("that calls the arbiter is no input of the game, which the log would list", async () => {
    const { made, sent } = outbox(new Disk(), []);
    const act = { kind: "call", id: "1", matter: 2, text: "" } as const;
    await made.add({ ...draft(1), act });
    await expect.poll(() => states(made)).toEqual([[1, "accepted"]]);
    await made.compare("r1-t1", "t1", new Set());
    expect(sent.length).toBe(1);
  });

  test("that is not sent yet is not forgotten with its game", async () => {
    const disk = new Disk();
    await disk.add(draft(1));
    const { made } = outbox(disk, []);
    made.inputs.value = await disk.all();
    await made.forgetBut("r2-t1");
    expect(states(made)).toEqual([[1, "kept"]]);
  });
});

test("tries become rarer, up to fifteen seconds", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 60].map((tries) => pauseAfter(tries, 1));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect([pauseAfter(1, 0), pauseAfter(60, 0)]).toEqual([750, 11_250]);
});
