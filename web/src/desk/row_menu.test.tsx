// @vitest-environment happy-dom
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, test, vi } from "vitest";
import { language } from "../text/language";
import { AskDialog, ask } from "./ask";
import { RowMenu } from "./row_menu";

afterEach(() => document.body.replaceChildren());

const root = async (page: preact.ComponentChild) => {
  const node = document.body.appendChild(document.createElement("div"));
  await act(() => render(page, node));
  return node;
};

test("a menu does what is chosen, a key opens it and chooses nothing, and without acts there is none", async () => {
  const done: string[] = [];
  const items = ["correct", "remove"].map((id) => ({ id, label: id, run: () => done.push(id) }));
  const page = await root(<RowMenu label="More for Anna" items={items} />);
  const list = page.querySelector("select") as HTMLSelectElement;
  expect(list.getAttribute("aria-label")).toBe("More for Anna");
  const opened = vi.fn();
  list.showPicker = opened;
  const key = (name: string) =>
    list.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
  expect(["ArrowDown", "Enter", " ", "Tab", "r"].map(key)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(opened).toHaveBeenCalledTimes(3);
  list.value = "remove";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  expect([done, list.value]).toEqual([["remove"], ""]);
  expect((await root(<RowMenu label="More" items={[]} />)).children.length).toBe(0);
});

test("the focus returns to what opened a question, and to the page if that is gone", async () => {
  language.value = "en";
  const page = await root(
    <main id="main" tabIndex={-1}>
      <button type="button">Remove</button>
      <AskDialog />
    </main>,
  );
  const main = page.querySelector("main") as HTMLElement;
  const button = main.querySelector("button") as HTMLButtonElement;
  const refuse = () =>
    act(() => page.querySelector<HTMLButtonElement>("dialog button[type=button]")?.click());
  button.focus();
  await act(() => void ask({ title: "Remove?", confirm: "Remove" }));
  expect(page.querySelector("dialog")?.open).toBe(true);
  await refuse();
  expect(document.activeElement).toBe(button);
  await act(() => void ask({ title: "Remove?", confirm: "Remove" }));
  button.remove();
  await refuse();
  expect(document.activeElement).toBe(main);
});
