/** Brings a list of imports into sight once it has been drawn: it stands below what was applied, out of sight on most screens. */
export function showImports(id: 'game-imports' | 'bet-imports'): void {
  requestAnimationFrame(() => {
    const list = document.getElementById(id);
    list?.scrollIntoView({ block: 'center' });
    list?.focus({ preventScroll: true });
  });
}
