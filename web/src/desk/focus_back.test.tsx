// @vitest-environment happy-dom
import { signal } from "@preact/signals";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useFocusBack } from "./focus_back";

const isOpen = signal(false);
let page: HTMLElement;

function Page() {
  useFocusBack("open", isOpen.value);
  return (
    <>
      {isOpen.value ? (
        <input id="inside" />
      ) : (
        <button key="open" type="button" data-action="open">
          Open
        </button>
      )}
      <button key="other" type="button" id="other">
        Other
      </button>
    </>
  );
}

const focus = (id: string) => document.getElementById(id)?.focus();
const show = (next: boolean) =>
  act(() => {
    isOpen.value = next;
  });

beforeEach(async () => {
  page = document.body.appendChild(document.createElement("div"));
  isOpen.value = false;
  await act(() => render(<Page />, page));
});

afterEach(() => {
  render(null, page);
  page.remove();
});

test("the focus goes back to the button that opened a part once it is closed, also a button made anew", async () => {
  expect(document.activeElement).toBe(document.body);
  await show(true);
  focus("inside");
  await show(false);
  expect(document.activeElement?.getAttribute("data-action")).toBe("open");
});

test("the focus stays where somebody has set it meanwhile", async () => {
  await show(true);
  focus("other");
  await show(false);
  expect(document.activeElement?.id).toBe("other");
});
