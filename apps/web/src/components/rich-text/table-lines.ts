/** HTML whose tables are a paragraph for each row, the cells apart: texts of the hub have no tables. */
export function tablesAsLines(html: string): string {
  const pasted = new DOMParser().parseFromString(html, 'text/html');
  // Those inside others first: they are part of a cell then.
  for (const table of [...pasted.querySelectorAll('table')].reverse()) {
    const rows = [...table.querySelectorAll('tr')].map((row) => paragraphOf(pasted, [...row.children]));
    const caption = [...table.querySelectorAll('caption')].map((one) => paragraphOf(pasted, [one]));
    table.replaceWith(...caption, ...rows);
  }
  return pasted.body.innerHTML;
}

const blocks = 'p, div, li, br, h1, h2, h3, h4, h5, h6, pre, blockquote';

function paragraphOf(pasted: Document, cells: readonly Element[]): HTMLElement {
  const paragraph = pasted.createElement('p');
  for (const [index, cell] of cells.entries()) {
    if (index > 0) paragraph.append(' | ');
    // A paragraph holds no other: what stood below each other in a cell stands in line.
    for (const block of cell.querySelectorAll(blocks)) {
      block.before(' ');
      block.replaceWith(...block.childNodes, ' ');
    }
    paragraph.append(...cell.childNodes);
  }
  return paragraph;
}
