import { describe, expect, it } from 'vitest';
import { tablesAsLines } from './table-lines.ts';

const table = (rows: string) => `<p>Before</p><table><tbody>${rows}</tbody></table><p>After</p>`;

describe('a pasted table', () => {
  it('keeps its cells apart, and its rows on lines of their own', () => {
    expect(tablesAsLines(table('<tr><th>a</th><th>b</th></tr><tr><td>c1</td><td>c2</td></tr>'))).toBe(
      '<p>Before</p><p>a | b</p><p>c1 | c2</p><p>After</p>',
    );
  });

  it('keeps weight and links in cells, and empty cells', () => {
    const row = '<tr><td><b>x</b></td><td></td><td><a href="https://e.example/">y</a></td></tr>';
    expect(tablesAsLines(table(row))).toContain('<p><b>x</b> |  | <a href="https://e.example/">y</a></p>');
  });

  it('puts the lines of a cell beside each other, and a table inside a cell too', () => {
    const inner = '<table><tr><td>1</td><td>2</td></tr></table>';
    const html = tablesAsLines(table(`<tr><td><p>one</p><p>two</p></td><td>${inner}</td></tr>`));
    expect(html.replace(/\s+/g, ' ')).toBe('<p>Before</p><p> one two | 1 | 2 </p><p>After</p>');
  });
});
