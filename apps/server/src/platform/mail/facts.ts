import type { Mail } from './types.ts';

/** Text and markup of a mail that says a sentence and lists facts: names with values, as plain text. */
export function factsMail(
  title: string,
  opening: string,
  facts: readonly (readonly [string, string])[],
): Required<Pick<Mail, 'text' | 'html'>> {
  const text = [title, '', opening, '', ...facts.map(([name, value]) => `${name}: ${value}`), ''].join('\n');
  const cells = facts
    .map(
      ([name, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0">${escaped(name)}</th><td>${linked(value)}</td></tr>`,
    )
    .join('');
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif"><h1 style="font-size:20px">${escaped(title)}</h1><p>${escaped(opening)}</p><table>${cells}</table></body></html>`;
  return { text, html };
}

function linked(value: string): string {
  const text = escaped(value);
  return /^https?:\/\/\S+$/.test(value) ? `<a href="${text}">${text}</a>` : text;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
