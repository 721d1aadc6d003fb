// An input with its label, and a hint where it needs one.

import type { InputHTMLAttributes } from "preact";

type Props = InputHTMLAttributes & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
};

export function LabelledInput({ id, label, hint, ...input }: Props) {
  const described = hint === undefined ? {} : { "aria-describedby": `${id}-hint` };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} {...described} {...input} />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
