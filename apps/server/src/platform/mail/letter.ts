import type { Language } from '@ludus/contract';

/** What a mail to one person says. All of it is plain text. */
export interface Letter {
  language: Language;
  title: string;
  paragraphs: readonly string[];
  /** The one place in the hub that the mail leads to. */
  button: { label: string; url: string };
  /** Why this person gets it. */
  reason: string;
}

const product = 'Ludus Hub';

// Colours are written out: programs that show mail know no style sheets. The button is readable in dark mode too.
const ink = '#1f1a10';
const quiet = '#6b6557';
const accent = '#e9ba48';
const onAccent = '#1a1407';

/** The two bodies of a mail in the hub's layout: text for every program, and markup for those that show it. */
export function letterBodies(letter: Letter): { text: string; html: string } {
  const { language, title, paragraphs, button, reason } = letter;
  const text = [title, ...paragraphs, `${button.label}: ${button.url}`, `-- \n${product}\n${reason}`].join(
    '\n\n',
  );
  const body = paragraphs
    .map((line) => `<p style="margin:0 0 16px">${escaped(line).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f1ea;font-family:Arial,Helvetica,sans-serif;color:${ink}">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 4px 12px;font-size:14px;font-weight:bold;color:${quiet}">${product}</td></tr>
<tr><td style="padding:28px 24px;background:#ffffff;border-radius:10px;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${body}
<p style="margin:24px 0 0"><a href="${escaped(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:bold;text-decoration:none">${escaped(button.label)}</a></p>
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:1.5;color:${quiet}">${escaped(reason)}</td></tr>
</table>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}

/** Text as markup shows it. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
