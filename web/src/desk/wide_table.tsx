// A table of a sheet that may be wider than the screen: it scrolls in its own box, also by the keyboard, and is printed
// whole.

import type { ComponentChildren } from "preact";

interface WideTableProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

export function WideTable({ label, children }: WideTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard does not reach what scrolls.
    <section class="results-scroll wide-table" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
