// A question to whoever sits at the desk: a dialog with fields, of which one is open at a time.

import { signal, useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SheetField, type SheetStart } from "./paper_sheet";
import { PositionField } from "./position_field";
import { words } from "./text";

export interface Field {
  readonly name: string;
  /** The id of the field where another form has one of this name. */
  readonly id?: string;
  readonly label: string;
  readonly kind:
    | ("text" | "pin" | "number" | "select" | "check" | "moment" | "date" | "lines")
    | ("position" | "sheet");
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly min?: number;
  readonly max?: number;
  /** The game that a paper sheet goes on with. */
  readonly sheet?: SheetStart;
  /** Texts that are proposed to whoever writes. */
  readonly suggestions?: readonly string[];
  /** A few words on what to enter. */
  readonly hint?: string;
}

export interface Question {
  readonly title: string;
  /** The consequences, told before they happen. */
  readonly text?: string;
  readonly fields?: readonly Field[];
  /** The words of the button. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** Shows below the fields what the answers so far would do. */
  readonly preview?: (answers: Answers) => ComponentChild;
}

export type Answers = Readonly<Record<string, string>>;

interface Asked extends Question {
  readonly answer: (answers: Answers | null) => void;
}

const asked = signal<Asked | null>(null);

/** Asks; returns the answers by name, or `null` if nothing is to be done. */
export function ask(question: Question): Promise<Answers | null> {
  asked.peek()?.answer(null);
  return new Promise((resolve) => {
    const answer = (answers: Answers | null) => {
      asked.value = null;
      resolve(answers);
    };
    asked.value = { ...question, answer };
  });
}

export function AskDialog() {
  const question = asked.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const soFar = useSignal<Answers>({});
  const opener = useRef<Element | null>(null);
  const note = () => {
    if (form.current && question?.preview) soFar.value = answersOf(form.current, question);
  };
  useEffect(() => {
    const node = dialog.current;
    if (question === null || node === null) {
      giveBack(opener.current);
      opener.current = null;
      return;
    }
    if (!node.open) {
      opener.current = document.activeElement;
      node.showModal();
    }
    node.querySelector<HTMLElement>("input, select, textarea, .button-next")?.focus();
    note();
  }, [question]);
  if (question === null) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    question.answer(answersOf(event.target, question));
  };
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="ask-title"
      onCancel={() => question.answer(null)}
    >
      <form ref={form} onSubmit={submit} onInput={note} onChange={note}>
        <h2 id="ask-title">{question.title}</h2>
        {question.text && <p class="ask-text">{question.text}</p>}
        {(question.fields ?? []).map((field) => (
          <FieldRow key={field.name} field={field} />
        ))}
        {question.preview?.(soFar.value)}
        <div class="buttons">
          <button
            type="submit"
            class={question.isDangerous ? "button button-danger" : "button button-next"}
          >
            {question.confirm}
          </button>
          <button type="button" class="button" onClick={() => question.answer(null)}>
            {words.value("cancel")}
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Gives the focus back to what opened the dialog, or to the page if that is gone. */
function giveBack(opener: Element | null): void {
  if (opener === null || opener === document.body) return;
  const next = opener.isConnected ? opener : document.getElementById("main");
  if (next instanceof HTMLElement) next.focus();
}

function answersOf(form: HTMLFormElement, { fields = [] }: Question): Answers {
  const data = new FormData(form);
  const answers: Record<string, string> = {};
  for (const { name, kind } of fields) {
    answers[name] = kind === "check" ? (data.has(name) ? "yes" : "") : String(data.get(name) ?? "");
  }
  return answers;
}

function Input({ field, shared }: { readonly field: Field; readonly shared: object }) {
  const { kind, value = "", min, max } = field;
  const all = { ...shared, defaultValue: value, autocomplete: "off" };
  if (kind === "moment") return <input {...all} type="datetime-local" />;
  if (kind === "date") return <input {...all} type="date" />;
  if (kind === "number") return <input {...all} type="number" min={min} max={max} />;
  if (kind === "pin") return <input {...all} type="password" inputMode="numeric" />;
  const { suggestions = [] } = field;
  if (suggestions.length === 0) return <input {...all} type="text" />;
  const list = `suggested-${field.name}`;
  return (
    <>
      <input {...all} type="text" list={list} />
      <datalist id={list}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}

/** In a list of choices, too, Enter answers the question. */
export function submitByEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.currentTarget instanceof HTMLSelectElement)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** In a field of lines Enter begins a line; with Control it answers the question. */
function submitByControlEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  if (!(event.currentTarget instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function FieldRow({ field }: { readonly field: Field }) {
  const { name, label, kind, value = "", isRequired = false, hint } = field;
  const id = `field-${field.id ?? name}`;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const shared = { id, name, required: isRequired, "aria-describedby": hintId };
  if (field.sheet) return <SheetField id={id} name={name} start={field.sheet} />;
  return (
    <div class={kind === "check" ? "field field-check" : "field"}>
      <label for={id}>{label}</label>
      {kind === "select" ? (
        <select {...shared} defaultValue={value} onKeyDown={submitByEnter}>
          {(field.options ?? []).map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : kind === "lines" ? (
        <textarea {...shared} rows={8} defaultValue={value} onKeyDown={submitByControlEnter} />
      ) : kind === "position" ? (
        <PositionField id={id} name={name} value={value} />
      ) : kind === "check" ? (
        <input {...shared} type="checkbox" value="yes" defaultChecked={value !== ""} />
      ) : (
        <Input field={field} shared={shared} />
      )}
      {hint && (
        <p id={hintId} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
