import { drawSymbol, symbolsOf } from './symbols.js';
import { by, connect, game, isCalm, pay, receive, stake } from './wallet.js';

const symbols = symbolsOf(game.theme);
const best = symbols.length;
// Better symbols are rarer.
const weights = symbols.map((_, rank) => 2 + rank);
const sum = weights.reduce((a, b) => a + b, 0);

function draw() {
  let left = Math.random() * sum;
  return weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

const newGrid = () => Array.from({ length: game.reels }, () => Array.from({ length: game.rows }, draw));

// Large grids match often, so they ask for more reels in a row.
const needed = Math.max(3, game.reels - 2);

/** Wins by ways: a symbol on enough reels from the left pays, more so the more ways it can be read in. */
function evaluate(grid) {
  let pays = 0;
  const hits = new Set();
  for (const symbol of new Set(grid[0])) {
    const perReel = grid.map((reel) => reel.filter((one) => one === symbol).length);
    let length = perReel.indexOf(0);
    if (length === -1) length = grid.length;
    if (length < needed) continue;
    const ways = perReel.slice(0, length).reduce((a, b) => a * b, 1);
    pays += Math.sqrt(ways) * 3.2 ** (length - needed) * (1 + (best - symbol) ** 1.6 / 8);
    for (let reel = 0; reel < length; reel++) {
      grid[reel].forEach((one, row) => {
        if (one === symbol) hits.add(`${reel}/${row}`);
      });
    }
  }
  return { pays, hits };
}

// The pays are scaled so that play returns what the game promises, whatever its reels and rows.
const TRIES = 30_000;
let returned = 0;
for (let i = 0; i < TRIES; i++) returned += evaluate(newGrid()).pays;
const scale = game.rtp / 100 / (returned / TRIES);

const reelsBox = by('reels');
reelsBox.style.setProperty('--columns', game.reels);
reelsBox.style.setProperty('--rows', game.rows);
const drawn = symbols.map(drawSymbol);
const strips = Array.from({ length: game.reels }, () => {
  const reel = document.createElement('div');
  reel.className = 'reel';
  const strip = document.createElement('div');
  strip.className = 'strip';
  reel.append(strip);
  reelsBox.append(reel);
  return strip;
});

function cell(symbol) {
  const box = document.createElement('div');
  box.className = 'cell';
  box.innerHTML = drawn[symbol];
  return box;
}

let shown = newGrid();
for (const [reel, strip] of strips.entries()) strip.replaceChildren(...shown[reel].map(cell));

/** Rolls one reel down to its new symbols, the later the further to the right. */
async function roll(strip, reel, symbolsNow) {
  const extra = isCalm ? 0 : 10 + reel * 4;
  const passing = Array.from({ length: extra }, draw);
  strip.replaceChildren(...symbolsNow.map(cell), ...passing.map(cell), ...shown[reel].map(cell));
  const height = strip.firstElementChild.offsetHeight;
  const from = -(extra + game.rows) * height;
  const animation = strip.animate(
    [
      { transform: `translateY(${from}px)`, filter: 'blur(0)' },
      { filter: 'blur(1.5px)', offset: 0.25 },
      { filter: 'blur(1.5px)', offset: 0.6 },
      { transform: `translateY(${height * 0.1}px)`, filter: 'blur(0)', offset: 0.9 },
      { transform: 'translateY(0)', filter: 'blur(0)' },
    ],
    { duration: isCalm ? 150 : 620 + reel * 170, easing: 'cubic-bezier(.25,.1,.35,1)' },
  );
  await animation.finished;
  strip.replaceChildren(...symbolsNow.map(cell));
}

connect(async () => {
  const bet = stake();
  pay(bet);
  reelsBox.classList.remove('settled');
  const grid = newGrid();
  const { pays, hits } = evaluate(grid);
  await Promise.all(strips.map((strip, reel) => roll(strip, reel, grid[reel])));
  shown = grid;
  if (hits.size > 0) {
    for (const [reel, strip] of strips.entries()) {
      for (const [row, one] of [...strip.children].entries()) {
        one.classList.add(hits.has(`${reel}/${row}`) ? 'hit' : 'dull');
      }
    }
    reelsBox.classList.add('settled');
  }
  await receive(Math.round(bet * pays * scale), bet);
});
