// A form by which a phone proposes something to the desk.

import { type Field, FieldRow } from "./ask";
import { words } from "./text";

interface ProposalFormProps {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  /** The rules, told before anything is sent. */
  readonly text?: string;
  readonly send: (answers: Readonly<Record<string, string>>) => void;
}

export function ProposalForm({ id, title, fields, text, send }: ProposalFormProps) {
  const w = words.value;
  return (
    <details class="reasons" data-form={id}>
      <summary>{title}</summary>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          send(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
        }}
      >
        {text && <p>{text}</p>}
        {fields.map((field) => (
          <FieldRow key={field.name} field={{ ...field, id: `${id}-${field.name}` }} />
        ))}
        <div class="buttons">
          <button type="submit" class="button button-next">
            {w("own-propose")}
          </button>
        </div>
      </form>
    </details>
  );
}
