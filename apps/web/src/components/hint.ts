/**
 * A short explanation of an element, for who points at it or reaches it by keyboard: attributes of the element, shown by the one
 * `Hints` of the page. A list of sessions has an instant in each row; a tooltip around each would cost more than the rows.
 * Lines are kept. Whoever hears the page has the same words in the element's label.
 */
export function hint(text: string): { 'data-hint': string } {
  return { 'data-hint': text };
}
