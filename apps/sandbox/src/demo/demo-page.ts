import type { DemoGame } from '@ludus/contract/operator-api';
import { type Html, html } from '../pages/html.ts';
import { betLadder, mediaFiles, minFactor } from '../world/games.ts';
import { demoTexts } from './texts.ts';

/** Main hue by theme, for games without pictures of their own. */
const HUES: Record<string, number> = {
  egypt: 38,
  norse: 212,
  sea: 190,
  aztec: 160,
  fruit: 280,
  candy: 320,
  gothic: 275,
  west: 25,
  space: 235,
  orient: 355,
  rome: 10,
  pirate: 205,
  fable: 130,
  table: 150,
};

export interface DemoOptions {
  language: keyof typeof demoTexts;
  currency: string;
  isFullButtonWanted: boolean;
}

const STYLES = ['demo', 'games', 'panel', 'narrow'];

const icon = (path: string): Html =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const MENU = 'M4 7h16M4 12h16M4 17h16';
const FULL = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5';
const SPIN = 'M19 12a7 7 0 1 1-2.2-5.1M17 2.8v4.4h-4.4';
const CLOSE = 'M6 6l12 12M18 6 6 18';

/** The client of one game: its parts in one language, and all that its script has to know. */
export function demoPage(game: DemoGame, { language, currency, isFullButtonWanted }: DemoOptions): string {
  const text = demoTexts[language];
  const isRoulette = game.type === 'ROULETTE';
  const hasPictures = mediaFiles(game.slug).includes('gallery-3.webp');
  const facts = {
    name: game.name,
    slug: game.slug,
    theme: game.theme,
    isRoulette,
    reels: game.reels,
    rows: game.gameRows,
    lines: game.lines,
    payMethod: game.pay_method,
    rtp: game.rtp,
    bets: betLadder(game),
    unit: minFactor(game),
    hasPictures,
    currency,
    language,
    text,
  };
  // `<` is the only sign that could end the script element early.
  const data = JSON.stringify(facts).replaceAll('<', '\\u003c');
  const meter = (id: string, label: string): Html =>
    html`<div class="meter"><span id="${id}-label">${label}</span><output id="${id}" aria-labelledby="${id}-label"></output></div>`;
  const stage = isRoulette
    ? html`<div class="roulette"><canvas class="wheel" id="wheel" role="img" aria-label="${text.wheel}"></canvas>
<div class="felt"><div class="past" id="past" role="list" aria-label="${text.lastNumbers}"></div>
<div class="board" id="board" role="group" aria-label="${text.table}"></div></div></div>`
    : html`<div class="side" id="left"></div><div class="frame"><div class="reels" id="reels" role="img" aria-label="${text.reels}"></div></div><div class="side" id="right"></div>`;
  const body = html`<div id="scene"></div>
<header><h1 id="title">${game.name}</h1><span class="tag">${text.funMoney}</span>
${isFullButtonWanted ? html`<button type="button" class="icon" id="full" aria-label="${text.fullScreen}">${icon(FULL)}</button>` : ''}</header>
<main>${stage}<div id="big" aria-hidden="true"><output></output></div></main>
<p class="message" id="message" role="status"></p>
<div class="bar"><button type="button" class="icon" id="menu" aria-haspopup="dialog" aria-label="${text.menu}">${icon(MENU)}</button>
${meter('balance', text.balance)}
<div class="stepper"><button type="button" id="less" aria-label="${text.lowerBet}">−</button>${meter('stake', isRoulette ? text.chip : text.bet)}
<button type="button" id="more" aria-label="${text.higherBet}">+</button></div>
${meter('win', text.win)}
<button type="button" class="go" id="go" aria-label="${text.spin}">${icon(SPIN)}</button>
${
  isRoulette
    ? html`<button type="button" class="word" id="clear" aria-label="${text.clearBets}">${icon(CLOSE)}</button>`
    : html`<button type="button" class="word" id="auto" aria-pressed="false">${text.auto}</button>`
}</div>
<dialog id="panel" aria-labelledby="panel-title"><div class="frame"><div class="sheet"><div class="tabs"><h2 id="panel-title">${game.name}</h2>
<div role="tablist"><button type="button" role="tab" id="tab-pays" aria-controls="pays" aria-selected="true">${text.payTable}</button>
<button type="button" role="tab" id="tab-rounds" aria-controls="rounds" aria-selected="false" tabindex="-1">${text.history}</button></div>
<button type="button" class="icon" id="close" aria-label="${text.close}">${icon(CLOSE)}</button></div>
<div role="tabpanel" id="pays" aria-labelledby="tab-pays" tabindex="0"></div>
<div role="tabpanel" id="rounds" aria-labelledby="tab-rounds" tabindex="0" hidden></div></div></div></dialog>`;
  return `<!doctype html>
<html lang="${language}" style="--hue:${HUES[game.theme] ?? 230}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">${html`<title>${game.name}</title>`.text}
<link rel="icon" href="data:,">${STYLES.map((name) => `<link rel="stylesheet" href="/assets/demo/${name}.css">`).join('')}
<script id="game" type="application/json">${data}</script>
<script type="module" src="/assets/demo/${isRoulette ? 'roulette' : 'slot'}.js"></script></head>
<body class="${isRoulette ? 'is-roulette' : 'is-slot'}">${body.text}</body></html>`;
}
