import { SHAPES } from './shapes.js';

const THEMES = {
  egypt: ['scarab', 'eye', 'ankh', 'pyramid', 'sun'],
  norse: ['hammer', 'wolf', 'axe', 'shield', 'rune'],
  sea: ['trident', 'pearl', 'shell', 'fish', 'wave'],
  aztec: ['mask', 'sun', 'pyramid', 'feather', 'diamond'],
  fruit: ['seven', 'bell', 'melon', 'lemon', 'cherry'],
  candy: ['heart', 'cupcake', 'lollipop', 'candy', 'star'],
  gothic: ['skull', 'bat', 'rose', 'moon', 'candle'],
  west: ['star', 'bag', 'hat', 'horseshoe', 'cactus'],
  space: ['saucer', 'planet', 'rocket', 'comet', 'star'],
  orient: ['lantern', 'fish', 'lotus', 'fan', 'coin'],
  rome: ['helmet', 'eagle', 'laurel', 'sword', 'column'],
  pirate: ['skull', 'chest', 'compass', 'anchor', 'coin'],
  fable: ['crown', 'fox', 'potion', 'mushroom', 'leaf'],
  table: ['crown', 'diamond', 'heart', 'spade', 'club'],
};

const LETTERS = {
  A: ['#ffb3b3', '#c92a2a'],
  K: ['#ffe08a', '#b8741a'],
  Q: ['#b2f2bb', '#2b8a3e'],
  J: ['#a5d8ff', '#1c5fa8'],
};

/** Symbols of a theme, the best first: five pictures, then four letters. A bar joins the fruits. */
export function symbolsOf(theme) {
  const pictures = [...(THEMES[theme] ?? THEMES.fruit)];
  if (theme === 'fruit') pictures.splice(1, 0, 'bar');
  return [...pictures, ...Object.keys(LETTERS)];
}

let gradients = 0;

/** One symbol as SVG text. Gradients have ids of their own, since they share a document. */
export function drawSymbol(name) {
  const id = `s${gradients++}`;
  const letter = LETTERS[name];
  const [from, to, drawn] = letter
    ? [
        ...letter,
        `<text x="32" y="51" text-anchor="middle" font-size="54" font-weight="900" font-family="Georgia,'Times New Roman',serif" fill="url(#g)" stroke="var(--ink)" stroke-width="2.5" paint-order="stroke">${name}</text>`,
      ]
    : SHAPES[name];
  return `<svg viewBox="0 0 64 64" aria-hidden="true"><defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${drawn.replaceAll('url(#g)', `url(#${id})`)}</svg>`;
}
