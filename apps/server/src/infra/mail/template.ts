import type { Language } from '@ludus/contract';
import escapeHtml from 'escape-html';
import { unlinked } from './plain.ts';

/** The content of a mail to one person. All of it is plain text; only the given URLs become links. */
export interface MailTemplate {
  language: Language;
  title: string;
  paragraphs: readonly string[];
  /** Places in the hub with what each is, listed below the paragraphs. */
  links?: readonly { text: string; url: string }[];
  /** The one place in the hub that the mail leads to. */
  button: { label: string; url: string };
  /** Why this person receives it. */
  reason: string;
}

const product = 'Ludus Hub';

// Colours are written out: programs that show mail know no style sheets. The button is readable in dark mode too.
const ink = '#1f1a10';
const quiet = '#6b6557';
const accent = '#e9ba48';
const onAccent = '#1a1407';

/** The two bodies of a mail in the hub's layout: text for every program, and markup for those that show it. */
export function mailBodies(template: MailTemplate): { text: string; html: string } {
  const { language, button, links = [] } = template;
  const title = unlinked(template.title);
  const reason = unlinked(template.reason);
  const paragraphs = template.paragraphs.map(unlinked);
  const listed = links.map(({ text, url }) => `${unlinked(text)}\n${url}`);
  const text = [
    title,
    ...paragraphs,
    ...listed,
    `${button.label}: ${button.url}`,
    `-- \n${product}\n${reason}`,
  ].join('\n\n');
  const body = paragraphs
    .map((line) => `<p style="margin:0 0 16px">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`)
    .join('');
  const list = links
    .map(
      ({ text, url }) =>
        `<p style="margin:0 0 12px"><a href="${escapeHtml(url)}" style="color:${ink}">${escapeHtml(unlinked(text))}</a></p>`,
    )
    .join('');
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f1ea;font-family:Arial,Helvetica,sans-serif;color:${ink}">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 4px 12px;font-size:14px;font-weight:bold;color:${quiet}">${product}</td></tr>
<tr><td style="padding:28px 24px;background:#ffffff;border-radius:10px;font-size:16px;line-height:1.5">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${body}${list}
<p style="margin:24px 0 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${accent};color:${onAccent};font-weight:bold;text-decoration:none">${escapeHtml(button.label)}</a></p>
</td></tr>
<tr><td style="padding:16px 4px;font-size:13px;line-height:1.5;color:${quiet}">${escapeHtml(reason)}</td></tr>
</table>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}
