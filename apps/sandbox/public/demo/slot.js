import { wearArt } from './art.js';
import { by, connect, game, isCalm, money, number, pay, receive, stake, text } from './client.js';
import { drawBelow, drawSymbolIndex, newGrid, slotMath, spin, winCents } from './math.js';
import { connectPanel, element } from './panel.js';

const math = slotMath(game);
const { symbols } = await wearArt();
for (const [at, picture] of symbols.entries())
  document.documentElement.style.setProperty(`--s${at}`, `url("${picture}")`);

const reelsBox = by('reels');
document.documentElement.style.setProperty('--columns', game.reels);
document.documentElement.style.setProperty('--rows', game.rows);
by('left').style.backgroundImage = 'var(--s0)';
by('right').style.backgroundImage = 'var(--s1)';

const cell = (symbol) => element('div', `cell s${symbol}`);
const strips = Array.from({ length: game.reels }, () => {
  const strip = element('div', 'strip');
  reelsBox.append(element('div', 'reel', strip));
  return strip;
});
let shown = newGrid(math);
for (const [reel, strip] of strips.entries()) strip.replaceChildren(...shown[reel].map(cell));

/** Rolls one reel down to its new symbols, the later the further to the right. */
async function roll(strip, reel, symbolsNow) {
  const passing = Array.from({ length: isCalm ? 0 : 8 + reel * 4 }, () => drawSymbolIndex(drawBelow));
  strip.replaceChildren(...symbolsNow.map(cell), ...passing.map(cell), ...shown[reel].map(cell));
  const height = strip.firstElementChild.offsetHeight;
  const from = -(passing.length + game.rows) * height;
  const frames = isCalm
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { transform: `translateY(${from}px)`, filter: 'blur(0)' },
        { filter: 'blur(1.5px)', offset: 0.25 },
        { filter: 'blur(1.5px)', offset: 0.6 },
        { transform: `translateY(${height * 0.08}px)`, filter: 'blur(0)', offset: 0.9 },
        { transform: 'translateY(0)', filter: 'blur(0)' },
      ];
  if (isCalm) strip.replaceChildren(...symbolsNow.map(cell));
  const animation = strip.animate(frames, {
    duration: isCalm ? 150 : 560 + reel * 150,
    easing: 'cubic-bezier(.25,.1,.35,1)',
  });
  await animation.finished;
  strip.replaceChildren(...symbolsNow.map(cell));
}

/** Marks the symbols that won and draws the lines that they stand on. */
function markWins(wins) {
  const hits = new Set(wins.flatMap(({ places }) => places.map(([reel, row]) => `${reel}/${row}`)));
  for (const [reel, strip] of strips.entries())
    for (const [row, one] of [...strip.children].entries())
      one.classList.add(hits.has(`${reel}/${row}`) ? 'hit' : 'dull');
  const best = wins.filter(({ path }) => path).sort((a, b) => b.pay - a.pay);
  const lines = best.slice(0, 5).map(({ path, count }) => {
    const points = path.slice(0, count).map((row, reel) => `${reel + 0.5},${row + 0.5}`);
    return `<polyline points="${points.join(' ')}"/>`;
  });
  const layer = element('div', 'lines');
  layer.innerHTML = `<svg viewBox="0 0 ${game.reels} ${game.rows}" aria-hidden="true">${lines.join('')}</svg>`;
  reelsBox.append(layer);
}

function clearWins() {
  reelsBox.querySelector('.lines')?.remove();
  document.body.classList.remove('has-won');
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

connect(async () => {
  const bet = stake();
  pay(bet);
  const { falls, pay: units } = spin(math);
  for (const [at, { grid, wins }] of falls.entries()) {
    clearWins();
    await Promise.all(strips.map((strip, reel) => roll(strip, reel, grid[reel])));
    shown = grid;
    if (wins.length > 0) markWins(wins);
    if (at < falls.length - 1) await pause(isCalm ? 400 : 900);
  }
  const best = falls.flatMap(({ wins }) => wins).sort((a, b) => b.pay - a.pay)[0];
  await receive(bet, winCents(math, bet, units), () => {
    if (best === undefined) return '';
    const shows = element('span', 'combo', `${best.count} ×`);
    shows.append(element('i', `s${best.symbol}`));
    return shows;
  });
  if (units > 0) await pause(isCalm ? 0 : 350);
});

const RULES = { Paylines: 'paysLines', Ways: 'paysWays', Scatter: 'paysScatter', Tumble: 'paysTumble' };

connectPanel((box) => {
  const bet = stake();
  const cards = math.pays.map((row, symbol) => {
    const card = element('li', 'card');
    card.append(element('i', `s${symbol}`));
    const list = element('dl', '');
    for (const [tier, pays] of [...row.entries()].reverse()) {
      const [from, next] = [math.from[tier], math.from[tier + 1]];
      const last =
        next === undefined ? (math.payMethod === 'Scatter' || math.payMethod === 'Tumble' ? '+' : '') : '';
      const range = next !== undefined && next - from > 1 ? `–${next - 1}` : last;
      list.append(element('dt', '', `${from}${range}`), element('dd', '', money(winCents(math, bet, pays))));
    }
    card.append(list);
    return card;
  });
  const list = element('ul', 'cards');
  list.append(...cards);
  const rule = text(RULES[game.payMethod] ?? 'paysLines', { lines: number(game.lines) });
  const note = element('p', 'note', `${text('perBet', { bet: money(bet) })}. ${rule}`);
  const returned = element('p', 'note', `${text('returned')} ${number(math.returned, 2)} %`);
  box.replaceChildren(list, note, returned);
});
document.body.classList.add('is-ready');
