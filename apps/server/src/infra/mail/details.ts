import escapeHtml from 'escape-html';
import { unlinked } from './plain.ts';
import type { Mail } from './types.ts';

/** Plain text, or an address of the hub that the mail links. */
export type FactValue = string | { url: string };

/** The bodies of a mail with a sentence and a list of facts (names with values). Values in plain text are never linked. */
export function detailsMail(
  title: string,
  opening: string,
  facts: readonly (readonly [string, FactValue])[],
): Required<Pick<Mail, 'text' | 'html'>> {
  const text = (value: FactValue) => (typeof value === 'string' ? unlinked(value) : value.url);
  const lines = facts.map(([name, value]) => `${name}: ${text(value)}`);
  const cells = facts
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0">${escapeHtml(name)}</th><td>${markup(value)}</td></tr>`,
    )
    .join('');
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif"><h1 style="font-size:20px">${escapeHtml(title)}</h1><p>${escapeHtml(opening)}</p><table>${cells}</table></body></html>`;
  return { text: [title, '', opening, '', ...lines, ''].join('\n'), html };
}

function markup(value: FactValue): string {
  if (typeof value === 'string') return escapeHtml(unlinked(value));
  const url = escapeHtml(value.url);
  return `<a href="${url}">${url}</a>`;
}
