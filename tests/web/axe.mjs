// Finds with axe what is wrong with a page.

/** Returns what axe finds wrong with a page, in words; `rules` says which of its rules are off. */
export async function faults(page, rules = {}) {
  return page.evaluate(async (changed) => {
    const { violations } = await window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      rules: changed,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} (${nodes.length})`);
  }, rules);
}
