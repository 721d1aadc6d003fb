// The order of slips on pages that are cut as one stack.

/**
 * Returns the slips page by page, so many a page, so that each pile is in order once the stack of pages is
 * cut, and so are the piles one after the other; `null` for a place that stays empty.
 */
export function inCuttingOrder<T>(slips: readonly T[], aPage: number): (T | null)[] {
  const pages = Math.ceil(slips.length / aPage);
  return Array.from({ length: pages * aPage }, (_, at) => {
    const [page, place] = [Math.floor(at / aPage), at % aPage];
    return slips[place * pages + page] ?? null;
  });
}
