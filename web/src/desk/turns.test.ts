import { expect, test } from "vitest";
import { Turns } from "./turns";

test("work of one key takes turns, and what is asked for meanwhile is done once more", async () => {
  const turns = new Turns();
  const done: string[] = [];
  let count = 0;
  let atWork: (() => void)[] = [];
  const work = (name: string) => async () => {
    count += 1;
    done.push(`${name} ${count}`);
    await new Promise<void>((resolve) => atWork.push(resolve));
    count -= 1;
  };
  const step = async () => {
    const ends = atWork;
    atWork = [];
    for (const resolve of ends) resolve();
    await new Promise((resolve) => setTimeout(resolve));
  };
  const first = turns.run("clocks", work("clocks"));
  void turns.run("clocks", work("clocks"));
  void turns.run("clocks", work("clocks"));
  await step();
  await step();
  await first;
  expect(done).toEqual(["clocks 1", "clocks 1"]);
  await expect(turns.run("clocks", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  const again = turns.run("clocks", work("clocks"));
  await step();
  await again;
  expect(done).toHaveLength(3);
});
