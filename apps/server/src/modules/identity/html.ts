import escapeHtml from 'escape-html';

/** Markup that is put into a page as it is. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Insert = Markup | string | number | false | null | undefined | readonly Insert[];

function rendered(insert: Insert): string {
  if (insert instanceof Markup) return insert.text;
  if (insert === false || insert === null || insert === undefined) return '';
  if (typeof insert === 'object') return insert.map(rendered).join('');
  return escapeHtml(String(insert));
}

/** A template whose inserts are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Markup {
  return new Markup(
    parts.map((part, index) => (index === 0 ? '' : rendered(inserts[index - 1])) + part).join(''),
  );
}
