// The text on a page or in a section that has nothing to show.

interface EmptyProps {
  readonly title: string;
  readonly hint?: string;
  /** True if it is everything on the page, and so its heading. */
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
