import { wearArt } from './art.js';
import { by, connect, isCalm, money, number, pay, receive, say, stake, text } from './client.js';
import { drawBelow } from './math.js';
import { connectPanel, element } from './panel.js';
import { PLACES, winOf } from './table.js';
import { colorOf, wheelOn } from './wheel.js';

const { table } = await wearArt();
const rgb = ([r, g, b], times = 1) => `rgb(${[r, g, b].map((one) => Math.round(one * times)).join(' ')})`;
const felt = table?.felt ?? [20, 70, 50];
const colors = {
  red: table ? rgb(table.red) : '#c3202e',
  zero: table ? rgb(table.zero) : '#12833f',
  black: rgb(felt, 0.16),
  light: rgb(felt, 1.15),
  deep: rgb(felt, 0.3),
};
for (const [name, color] of Object.entries({ ...colors, felt: rgb(felt) }))
  document.documentElement.style.setProperty(`--${name}`, color);

const chips = new Map();
let last = new Map();
let isSpinning = false;
const past = [];
const board = by('board');

const labels = { low: text('low'), even: text('even'), odd: text('odd'), high: text('high') };
const names = { ...labels, red: text('red'), black: text('black') };

/** What stands on a place, and what it is called. */
function wordsOf({ id, kind, covers }) {
  if (kind === 'number') return { shown: id, name: `${text('number')} ${id}` };
  if (kind === 'column') return { shown: '2:1', name: `${text('column')} ${id.slice(-1)}` };
  if (kind === 'dozen') {
    const range = `${covers[0]}-${covers.at(-1)}`;
    return { shown: range, name: `${text('dozen')} ${range}` };
  }
  return { shown: labels[id] ?? '◆', name: names[id] };
}

const buttons = new Map(
  PLACES.map((place) => {
    const { shown, name } = wordsOf(place);
    const look = place.kind === 'number' ? colorOf(Number(place.id)) : place.id;
    const button = element('button', `place ${place.kind} ${look}`, element('span', '', shown));
    button.type = 'button';
    button.dataset.name = name;
    button.addEventListener('click', () => {
      if (isSpinning) return;
      clearHits();
      chips.set(place.id, (chips.get(place.id) ?? 0) + stake());
      showChips();
    });
    board.append(button);
    return [place.id, button];
  }),
);

function showChips() {
  for (const [id, button] of buttons) {
    button.querySelector('.chip')?.remove();
    const cents = chips.get(id) ?? 0;
    const { name } = button.dataset;
    button.setAttribute('aria-label', cents > 0 ? `${name}, ${text('on', { amount: money(cents) })}` : name);
    if (cents === 0) continue;
    const amount = cents / 100;
    const short =
      amount >= 1_000
        ? `${number(amount / 1_000, cents % 100_000 ? 1 : 0)}k`
        : number(amount, cents % 100 ? 1 : 0);
    button.append(element('span', 'chip', short));
  }
}

function clearHits() {
  const hits = [...buttons.values()].filter((button) => button.classList.contains('hit'));
  for (const button of hits) button.classList.remove('hit');
  document.body.classList.remove('has-won');
  return hits.length > 0;
}

by('clear').addEventListener('click', () => {
  if (isSpinning) return;
  chips.clear();
  clearHits();
  showChips();
});

await document.fonts.load('700 20px Rubik');
const spinTo = wheelOn(by('wheel'), colors, isCalm);

function showPast() {
  by('past').replaceChildren(
    ...past.slice(0, 12).map((one) => {
      const item = element('span', colorOf(one), String(one));
      item.setAttribute('role', 'listitem');
      return item;
    }),
  );
}

connect(async () => {
  clearHits();
  const staked = [...chips.values()].reduce((sum, cents) => sum + cents, 0);
  if (staked === 0) {
    say(text('placeBets'));
    return;
  }
  isSpinning = true;
  pay(staked);
  last = new Map(chips);
  const drawn = drawBelow(37);
  await spinTo(drawn);
  isSpinning = false;
  for (const place of PLACES)
    if (place.covers.includes(drawn) && (last.has(place.id) || place.id === String(drawn)))
      buttons.get(place.id).classList.add('hit');
  past.unshift(drawn);
  past.length = Math.min(past.length, 12);
  showPast();
  await receive(staked, winOf(last, drawn), () => element('span', `pocket ${colorOf(drawn)}`, String(drawn)));
});

connectPanel((box) => {
  const kinds = [
    ['number', 36],
    ['dozen', 3],
    ['column', 3],
    ['even', 2],
  ];
  const name = { number: text('number'), dozen: text('dozen'), column: text('column') };
  const list = element('ul', 'cards wide');
  for (const [kind, pays] of kinds) {
    const card = element('li', 'card');
    const evens = `${text('red')}, ${text('black')}, ${text('even')}, ${text('odd')}, ${text('low')}, ${text('high')}`;
    card.append(element('span', 'kind', name[kind] ?? evens), element('strong', '', `${pays - 1}:1`));
    list.append(card);
  }
  const note = element('p', 'note', `${text('returned')} ${number((36 / 37) * 100, 2)} %`);
  box.replaceChildren(list, note);
});
showChips();
showPast();
document.body.classList.add('is-ready');
