import { until } from './poll.ts';
import type { Sandbox } from './sandbox.ts';

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  attachments: { name: string; type: string; url: string }[];
}

/** What has arrived for an address so far. */
export async function mailsFor(sandbox: Sandbox, address: string): Promise<Mail[]> {
  const query = new URLSearchParams({ to: address });
  const response = await fetch(`${sandbox.inboxUrl}/messages.json?${query}`);
  return (await response.json()) as Mail[];
}

/** The one mail that arrived for an address no one else uses. */
export async function mailFor(sandbox: Sandbox, address: string): Promise<Mail> {
  return until(`a mail to ${address}`, async () => (await mailsFor(sandbox, address))[0]);
}

/** The rows of the mail's CSV by heading, read by RFC 4180. */
export async function csvOf(sandbox: Sandbox, mail: Mail): Promise<Record<string, string>[]> {
  const file = mail.attachments.find(({ name }) => name.endsWith('.csv'));
  if (file === undefined) throw new Error(`No CSV in "${mail.subject}"`);
  const response = await fetch(new URL(file.url, sandbox.url));
  const [headings = [], ...rows] = parseCsv((await response.text()).replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(headings.map((heading, n) => [heading, row[n] ?? ''])));
}

export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error('Not a CSV file');
    const [, value = '', end] = match;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end !== ',') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
