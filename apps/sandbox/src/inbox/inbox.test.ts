import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getJson, runSandbox, send } from '../../test/harness.ts';
import { MAX_MAILS, MailStore } from './mail-store.ts';

const mail = {
  from: 'Ludus Hub <hub@ludus.example>',
  to: ['giulia@alpina.example', 'Marco <marco@alpina.example>'],
  subject: 'Sessions list – 1.234,50 €',
  text: 'In plain words',
  html: '<h1>Città</h1><script>alert(1)</script>',
  attachments: [
    {
      filename: 'sessions “list”.csv',
      content: Buffer.from('id;bet\r\n1;2,50\r\n'),
      contentType: 'text/csv',
    },
  ],
};

async function sendMail(smtpUrl: string, message: object = mail): Promise<void> {
  const transport = createTransport(smtpUrl);
  await transport.sendMail(message);
  transport.close();
}

describe('the inbox', () => {
  it('shows a mail as it was sent, with its attachment byte by byte, also after a restart', async () => {
    const first = await runSandbox();
    await sendMail(first.smtpUrl);
    const read = async (url: string) => {
      const messages = await getJson(`${url}/inbox/messages.json`);
      expect(messages).toHaveLength(1);
      expect(messages[0]).toMatchObject({
        from: 'hub@ludus.example',
        to: ['giulia@alpina.example', 'marco@alpina.example'],
        subject: mail.subject,
        html: mail.html,
        date: '2026-11-20T19:40:00.000Z',
        attachments: [{ name: 'sessions “list”.csv', type: 'text/csv', size: 16 }],
      });
      expect(messages[0].text).toBe('In plain words');
      const file = await fetch(url + messages[0].attachments[0].url);
      expect(file.headers.get('content-disposition')).toContain('attachment');
      expect(await file.text()).toBe('id;bet\r\n1;2,50\r\n');
      return messages[0].id as string;
    };
    const id = await read(first.url);
    await first.close();
    const second = await runSandbox({ dataDir: first.dataDir });
    expect(await read(second.url)).toBe(id);
  });

  it('shows a mail’s HTML only where it cannot run, and escapes the rest', async () => {
    const { url, smtpUrl } = await runSandbox();
    await sendMail(smtpUrl, { ...mail, subject: '<img src=x onerror=alert(1)>' });
    const [message] = await getJson(`${url}/inbox/messages.json`);
    const page = await (await fetch(`${url}/inbox/messages/${message.id}`)).text();
    expect(page).toContain('sandbox="allow-popups"');
    expect(page).not.toContain('<img src=x');
    expect(await (await fetch(`${url}/inbox`)).text()).not.toContain('<img src=x');
    const content = await fetch(`${url}/inbox/messages/${message.id}/html`);
    expect(content.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });

  it('filters by recipient and deletes everything on request', async () => {
    const { url, smtpUrl } = await runSandbox();
    await sendMail(smtpUrl);
    await sendMail(smtpUrl, { ...mail, to: 'rosa@meridiana.example', subject: 'For Rosa' });
    const subjects = async (query: string) =>
      (await getJson(`${url}/inbox/messages.json${query}`)).map((one: { subject: string }) => one.subject);
    expect(await subjects('')).toEqual(['For Rosa', mail.subject]);
    expect(await subjects('?to=ROSA@meridiana.example')).toEqual(['For Rosa']);
    expect(await (await fetch(`${url}/inbox?to=marco@alpina.example`)).text()).not.toContain('For Rosa');
    await send('DELETE', `${url}/inbox/messages`);
    expect(await subjects('')).toEqual([]);
  });

  it('refuses mail while it is told to, and takes it again after', async () => {
    const { url, smtpUrl } = await runSandbox();
    await send('POST', `${url}/inbox/faults`, { reject: true });
    await expect(sendMail(smtpUrl)).rejects.toThrow('451');
    await send('POST', `${url}/inbox/faults`, { reject: false });
    await sendMail(smtpUrl);
    expect(await getJson(`${url}/inbox/messages.json`)).toHaveLength(1);
  });

  it('keeps the newest 500 mails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ludus-mails-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const store = new MailStore(folder);
    for (let n = 0; n < MAX_MAILS + 3; n++) {
      const at = new Date(Date.UTC(2026, 0, 1, 0, 0, n)).toISOString();
      await store.add(Buffer.from(`Subject: ${n}\r\n\r\ntext`), 'a@b.example', ['c@d.example'], at);
    }
    expect(store.list()).toHaveLength(MAX_MAILS);
    expect(store.list()[0]?.subject).toBe(String(MAX_MAILS + 2));
    expect(await readdir(folder)).toHaveLength(MAX_MAILS * 2);
    const reloaded = new MailStore(folder);
    await reloaded.load();
    expect(reloaded.list().map((one) => one.id)).toEqual(store.list().map((one) => one.id));
  });
});
