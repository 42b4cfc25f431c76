import type { PlatformSession } from '@ludus/contract/operator-api';
import type { FastifyInstance } from 'fastify';
import { euro, html, page } from '../pages/html.ts';
import { romeText } from '../zone.ts';
import { notFound } from './refusal.ts';
import { type RoundLine, roundsOf, roundsOfInjected } from './rounds.ts';
import type { PlatformRuntime } from './runtime.ts';

const STYLE = `
body{padding:14px}dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:10px 16px;margin:0}
dt{color:var(--soft);font-size:12px}dd{margin:0}.wrap{overflow-x:auto}thead th{position:sticky;top:0;background:var(--card)}
`;

function body(
  platform: PlatformRuntime,
  session: PlatformSession,
  rounds: { opening: number; lines: RoundLine[] },
) {
  const ids: [string, string][] = [['Session', session.sessionId]];
  if (session.externalSessionId) ids.push(['External session', session.externalSessionId]);
  if (session.externalTicketId) ids.push(['External ticket', session.externalTicketId]);
  ids.push(['Player', session.userId], ['Operator', session.operatorCode], ['Game', session.gameSlug]);
  const money = session.sessionType === 4 ? 'Fun money' : 'Real money';
  return html`
<h1>Transactions</h1>
<p class="soft">${platform.plan.name} · ${money} · ${session.isOpen ? 'open' : 'closed'} · times in Rome</p>
<section class="card"><dl>${ids.map(([name, id]) => html`<div><dt>${name}</dt><dd><code>${id}</code></dd></div>`)}
<div><dt>Bet</dt><dd>${euro(session.bet)}</dd></div><div><dt>Win</dt><dd class="good">${euro(session.win)}</dd></div>
<div><dt>Opening balance</dt><dd>${euro(rounds.opening)}</dd></div></dl></section>
<section class="card wrap"><table><thead><tr><th>Time</th><th>Transaction</th><th class="num">Stake</th><th class="num">Win</th>
<th class="num">Balance</th></tr></thead><tbody>
${rounds.lines.toReversed().map(
  (line) => html`<tr><td>${romeText(line.at)}</td><td>${line.label}</td><td class="num">${
    line.stake > 0 ? `-${euro(line.stake)}` : '–'
  }</td><td class="num good">${line.win > 0 ? `+${euro(line.win)}` : html`<span class="soft">–</span>`}</td>
<td class="num">${euro(line.balance)}</td></tr>`,
)}
${rounds.lines.length === 0 ? html`<tr><td colspan="5" class="soft">No rounds yet.</td></tr>` : ''}
</tbody></table></section>`;
}

/** The page that the hub frames: every round of a session, newest first. */
export function feedPageRoutes(app: FastifyInstance, platform: PlatformRuntime, base: string): void {
  app.get(`${base}/feed/:sessionId`, async (request, reply) => {
    const { sessionId } = request.params as { sessionId: string };
    const { theme } = request.query as { theme?: string };
    const { history } = await platform.current();
    const injected = history.injected.sessions.get(sessionId);
    const i = injected ? -1 : history.find(sessionId);
    if (!injected && i < 0) throw notFound('session');
    const session = injected ?? (JSON.parse(history.line(i, history.state(i))) as PlatformSession);
    const rounds = injected ? roundsOfInjected(injected) : roundsOf(history, i);
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors *",
      )
      .type('text/html; charset=utf-8')
      .send(
        page({
          title: `Transactions of ${sessionId}`,
          body: body(platform, session, rounds),
          style: STYLE,
          ...(theme === undefined ? {} : { theme }),
        }),
      );
  });
}
