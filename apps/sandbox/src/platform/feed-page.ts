import type { DemoGame, PlatformSession } from '@ludus/contract/operator-api';
import { type Html, html } from '../pages/html.ts';
import { mediaFiles } from '../world/games.ts';
import { romeDayNumber, romeText } from '../zone.ts';
import { feedTexts } from './feed-page.texts.ts';
import type { RoundLine, SessionRounds } from './rounds.ts';

export interface FeedPageOptions {
  session: PlatformSession;
  rounds: SessionRounds;
  game: DemoGame | undefined;
  platform: { name: string; operator: string };
  language: keyof typeof feedTexts;
  theme: 'light' | 'dark' | undefined;
  /** The page stands in a frame beside the session: what is known there is left out. */
  isEmbedded: boolean;
}

const MINUS = '\u2212';

/** Cents as euro with the cents stepped back, such as 1.234,50 €. */
function amount(cents: number, sign: '' | '+' | typeof MINUS = cents < 0 ? MINUS : ''): Html {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return html`${sign}${whole}<small>,${digits.slice(-2)} €</small>`;
}

const dash = html`<span class="soft">–</span>`;

/** Day and time in Rome; a narrow window leaves the day, or its year, to the style sheet. */
function instantOf(at: number): Html {
  const [day = '', time = ''] = romeText(at).split(' ');
  return html`<span class="day">${day.slice(0, 5)}<span class="year">${day.slice(5)}</span><span class="comma">, </span></span>${time}`;
}

function lineOf(line: RoundLine, label: string): Html {
  return html`<tr><td class="time">${instantOf(line.at)}</td><td>${label}</td>
<td class="num">${line.stake > 0 ? amount(line.stake, MINUS) : dash}</td>
<td class="num">${line.win > 0 ? html`<span class="credit">${amount(line.win, '+')}</span>` : dash}</td>
<td class="num">${amount(line.balance)}</td></tr>`;
}

/** The transactions of a session: its account from the opening balance to the last round, the newest first. */
export function feedPage(options: FeedPageOptions): string {
  const { session, rounds, game, platform, language, theme, isEmbedded } = options;
  const text = feedTexts[language];
  const filled = (words: string, name: string, value: string | number) =>
    words.replace(`{${name}}`, String(value));
  const labelOf = ({ kind, round }: RoundLine): string =>
    kind === 'credit' ? text.credit : filled(text[kind], 'n', round);
  const closing = rounds.lines.at(-1)?.balance ?? rounds.opening;
  const files = mediaFiles(session.gameSlug);
  const picture = (file: string) => (files.includes(file) ? `/media/${session.gameSlug}/${file}` : null);
  const [cover, mini] = [picture('cover.webp'), picture('mini.webp')];
  const ids: [string, string | null][] = [
    [text.session, session.sessionId],
    [text.externalSession, session.externalSessionId],
    [text.externalTicket, session.externalTicketId],
    [text.user, session.userId],
    [text.operator, platform.operator],
  ];
  const state = session.isOpen ? text.open : text.closed;
  const money = session.sessionType === 4 ? text.fun : text.real;
  const head = html`<header><div class="art">${mini ? html`<img src="${mini}" alt="">` : ''}</div>
<div class="game">${cover ? html`<img src="${cover}" alt="" width="52" height="61">` : ''}<div><h1>${text.transactions}</h1>
<p>${game?.name ?? session.gameSlug} · ${platform.name} · ${money} · <span class="${session.isOpen ? 'state open' : 'state'}">${state}</span></p></div></div></header>
<dl class="ids">${ids
    .filter(([, id]) => id !== null)
    .map(([name, id]) => html`<div><dt>${name}</dt><dd>${id ?? ''}</dd></div>`)}</dl>`;
  const tiles: [string, string, Html][] = [
    ['opening', text.opening, amount(rounds.opening)],
    ['bet', text.bet, amount(session.bet)],
    ['win', text.win, amount(session.win)],
    ['balance', text.balance, amount(closing)],
    ['rounds', text.rounds, html`${session.rounds}`],
  ];
  // Beside the session its sums stand already; first and last line have those of the transactions.
  const figureOf = (key: string, shown: Html) =>
    isEmbedded ? html`<span data-figure="${key}">${shown}</span>` : shown;
  const asOf = filled(text.asOf, 'time', romeText(Date.parse(session.updatedAt)).replace(' ', ', '));
  const createdAt = Date.parse(session.createdAt);
  const lastsDays = rounds.lines.some(({ at }) => romeDayNumber(at) !== romeDayNumber(createdAt));
  const kind = `${isEmbedded ? 'embedded' : 'whole'}${lastsDays ? ' days' : ''}`;
  const body = html`<main class="${kind}">${isEmbedded ? '' : head}
${isEmbedded ? '' : html`<dl class="tiles">${tiles.map(([key, name, value]) => html`<div><dt>${name}</dt><dd data-figure="${key}">${value}</dd></div>`)}</dl>`}
<div class="lines" tabindex="0" role="region" aria-label="${text.transactions}"><table>
<thead><tr><th scope="col">${text.time}</th><th scope="col">${text.transaction}</th><th scope="col" class="num">${text.bet}</th>
<th scope="col" class="num">${text.win}</th><th scope="col" class="num">${text.balance}</th></tr></thead>
<tbody>${rounds.lines.toReversed().map((line) => lineOf(line, labelOf(line)))}
${rounds.lines.length === 0 ? html`<tr><td></td><td colspan="4" class="soft">${text.noRounds}</td></tr>` : ''}
<tr class="opening"><td class="time">${instantOf(createdAt)}</td><td>${text.opening}</td><td class="num">${dash}</td><td class="num">${dash}</td>
<td class="num">${figureOf('opening', amount(rounds.opening))}</td></tr></tbody>
<tfoot><tr><th scope="row" colspan="2">${text.total}</th><td class="num">${session.bet > 0 ? MINUS : ''}${figureOf('bet', amount(session.bet))}</td>
<td class="num">${session.win > 0 ? '+' : ''}${figureOf('win', amount(session.win))}</td><td class="num">${figureOf('balance', amount(closing))}</td></tr></tfoot></table></div>
<p class="foot"><span>${isEmbedded ? '' : session.sessionId}</span><span>${asOf}, ${text.inRome}</span></p></main>`;
  const themed = theme === undefined ? '' : ` data-theme="${theme}"`;
  return `<!doctype html>
<html lang="${language}"${themed}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
${html`<title>${text.transactions} ${session.sessionId}</title>`.text}
<link rel="icon" href="data:,"><link rel="stylesheet" href="/assets/feed.css"></head><body>${body.text}</body></html>`;
}
