import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html, page } from '../pages/html.ts';
import { notFound, parse } from '../platform/refusal.ts';
import type { StateFile } from '../state-file.ts';
import { romeText } from '../zone.ts';
import type { Mail, MailStore } from './mail-store.ts';

const listQuery = z.object({ to: z.string().max(320).optional() });

function asJson(mail: Mail) {
  return {
    id: mail.id,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.date,
    attachments: mail.attachments.map((one, n) => ({
      name: one.name,
      type: one.type,
      size: one.content.length,
      url: `/inbox/messages/${mail.id}/attachments/${n}`,
    })),
  };
}

const STYLE = `
iframe{width:100%;height:60vh;border:1px solid var(--line);border-radius:8px;background:#fff}
`;

function listPage(mails: Mail[], recipients: string[], recipient: string | undefined): string {
  const rows = mails.map(
    (mail) => html`<tr class="opens"><td>${romeText(Date.parse(mail.date))}</td>
<td><a href="/inbox/messages/${mail.id}">${mail.subject}</a></td>
<td>${mail.to.join(', ')}</td><td class="num">${mail.attachments.length || ''}</td></tr>`,
  );
  const body = html`<h1>Inbox</h1>
<p class="soft">Every mail that the hub sends arrives here, whoever it is for. The page refreshes itself.</p>
<form class="row card" method="get" action="/inbox"><label>Recipient
<input name="to" type="search" list="recipients" value="${recipient ?? ''}" placeholder="everyone"></label>
<datalist id="recipients">${recipients.map((one) => html`<option value="${one}"></option>`)}</datalist>
<button>Filter</button><a href="/inbox">Show all</a><button type="button" id="clear" data-url="/inbox/messages" data-question="Delete all mails?">Delete all mails</button></form>
<section class="card" id="list"><table><thead><tr><th>Received</th><th>Subject</th><th>To</th><th class="num">Files</th></tr></thead>
<tbody>${rows}${mails.length === 0 ? html`<tr><td colspan="4" class="soft">No mail yet.</td></tr>` : ''}</tbody></table></section>`;
  return page({ title: 'Inbox', body, style: STYLE, script: '/assets/list.js' });
}

function mailPage(mail: Mail): string {
  const files = asJson(mail).attachments.map(
    (
      one,
    ) => html`<li><a href="${one.url}" download="${one.name}">${one.name}</a> <span class="soft">${one.type},
${one.size} bytes</span></li>`,
  );
  const content = mail.html
    ? html`<iframe title="Text of the mail" sandbox="allow-popups" src="/inbox/messages/${mail.id}/html"></iframe>`
    : html`<pre>${mail.text}</pre>`;
  const body = html`<p><a href="/inbox">Back to the inbox</a></p><h1>${mail.subject}</h1>
<section class="card"><dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to.join(', ')}</dd>
<dt>Received</dt><dd>${romeText(Date.parse(mail.date))}</dd></dl>
${files.length > 0 ? html`<h2>Attachments</h2><ul>${files}</ul>` : ''}</section>${content}`;
  return page({ title: mail.subject, body, style: STYLE });
}

/** The inbox as pages for people and as JSON for tests. */
export function inboxRoutes(app: FastifyInstance, store: MailStore, file: StateFile): void {
  const mailOf = (params: unknown): Mail => {
    const mail = store.find((params as { id: string }).id);
    if (!mail) throw notFound('mail');
    return mail;
  };
  app.get('/inbox', async (request, reply) => {
    const { to } = parse(listQuery, request.query);
    const recipients = [...new Set(store.list().flatMap((mail) => mail.to))].sort();
    return reply.type('text/html; charset=utf-8').send(listPage(store.list(to), recipients, to));
  });
  app.get('/inbox/messages.json', async (request) =>
    store.list(parse(listQuery, request.query).to).map(asJson),
  );
  app.get('/inbox/messages/:id', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailPage(mailOf(request.params))),
  );
  app.get('/inbox/messages/:id/html', async (request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups",
      )
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><meta charset="utf-8"><base target="_blank">${mailOf(request.params).html}`),
  );
  app.get('/inbox/messages/:id/attachments/:n', async (request, reply) => {
    const one = mailOf(request.params).attachments[Number((request.params as { n: string }).n)];
    if (!one) throw notFound('attachment');
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(one.name)}`)
      .header('x-content-type-options', 'nosniff')
      .type(one.type)
      .send(one.content);
  });
  app.delete('/inbox/messages', async () => {
    await store.clear();
    return { held: 0 };
  });
  app.get('/inbox/faults', async () => ({ reject: file.rejectMail }));
  app.post('/inbox/faults', async (request) => {
    file.rejectMail = parse(z.strictObject({ reject: z.boolean() }), request.body).reject;
    await file.save();
    return { reject: file.rejectMail };
  });
}
