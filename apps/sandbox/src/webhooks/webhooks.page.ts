import { type Html, html, page } from '../pages/html.ts';
import { romeText } from '../zone.ts';
import type { ReceivedCall } from './receivers.ts';
import type { Verdict } from './verify.ts';

const STYLE = '#list{overflow-x:auto}';

const WORDS: Record<Verdict, string> = {
  valid: 'valid',
  'no-secret': 'receiver has no secret',
  'headers-missing': 'headers missing',
  stale: 'timestamp too far away',
  'wrong-signature': 'wrong signature',
};

function verdictOf({ verdict, isRepeat }: ReceivedCall): Html {
  const repeat = isRepeat ? ', received before' : '';
  return html`<span class="${verdict === 'valid' ? 'good' : 'bad'}">${WORDS[verdict]}</span>${repeat}`;
}

const replyOf = ({ status }: ReceivedCall): Html =>
  html`<span class="${status < 300 ? 'good' : 'bad'}">${status}</span>`;

/** What the receivers have got, newest first. */
export function callsPage(calls: ReceivedCall[], receivers: string[], receiver: string | undefined): string {
  const rows = calls.map(
    (call) => html`<tr class="opens"><td>${romeText(Date.parse(call.receivedAt))}</td>
<td><a href="/webhooks/calls/${call.id}">${call.type ?? 'no event'}</a></td>
<td>${call.receiver}</td><td>${verdictOf(call)}</td><td class="num">${replyOf(call)}</td></tr>`,
  );
  const empty = html`<tr><td colspan="5" class="soft">Nothing received yet.</td></tr>`;
  const body = html`<p><a href="/">Back to the sandbox</a></p><h1>Webhooks</h1>
<p class="soft">Machines of integrations: each address <code>/webhooks/NAME</code> takes what the hub calls it with and verifies its signature. The page refreshes itself.</p>
<form class="row card" method="get" action="/webhooks"><label>Receiver
<input name="receiver" type="search" list="receivers" value="${receiver ?? ''}" placeholder="all"></label>
<datalist id="receivers">${receivers.map((one) => html`<option value="${one}"></option>`)}</datalist>
<button>Filter</button><a href="/webhooks">Show all</a><button type="button" id="clear" data-url="/webhooks/calls" data-question="Delete all calls?">Delete all calls</button></form>
<section class="card" id="list"><table><thead><tr><th>Received</th><th>Event</th><th>Receiver</th><th>Signature</th><th class="num">Reply</th></tr></thead>
<tbody>${rows}${calls.length === 0 ? empty : ''}</tbody></table></section>`;
  return page({ title: 'Webhooks', body, style: STYLE, script: '/assets/list.js' });
}

/** One call with its body. */
export function callPage(call: ReceivedCall): string {
  const made = call.matches.map((place) => place + 1).join(', ');
  const body = html`<p><a href="/webhooks">Back to the webhooks</a></p><h1>${call.type ?? 'No event'}</h1>
<section class="card"><dl><dt>Received</dt><dd>${romeText(Date.parse(call.receivedAt))}</dd><dt>Receiver</dt><dd>${call.receiver}</dd>
<dt>Message</dt><dd><code>${call.messageId}</code></dd><dt>Signature</dt><dd>${verdictOf(call)}</dd>
<dt>Signatures</dt><dd>${call.signatures}${made === '' ? '' : `, verified with secret ${made}`}</dd>
<dt>Reply</dt><dd>${replyOf(call)}</dd></dl></section><section class="card"><pre>${indented(call.body)}</pre></section>`;
  return page({ title: call.type ?? 'Webhook', body });
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
