// The text that is shown where there is nothing else to show.

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  /** Whether it is all there is on the page, and so its heading. */
  readonly isPage?: boolean;
}

export function Empty({ title, hint, isPage = false }: EmptyProps) {
  return (
    <div class="empty">
      {isPage ? <h1 tabIndex={-1}>{title}</h1> : <p>{title}</p>}
      {hint !== undefined && <p class="empty-hint">{hint}</p>}
    </div>
  );
}
