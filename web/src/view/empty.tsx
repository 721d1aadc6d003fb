// What stands where there is nothing to show.

export function Empty({ title, hint }: { readonly title: string; readonly hint?: string }) {
  return (
    <div class="empty">
      <p>{title}</p>
      {hint !== undefined && <p class="empty-hint">{hint}</p>}
    </div>
  );
}
