// The look of a game, taken from its own gallery: symbols, frame and lettering from the pay table, colours from the play
// screen, the scenery from its banner. Games without pictures get drawn symbols and the colour of their theme.
import { game } from './client.js';
import { cutOut, PICTURE, SYMBOL_PLACES } from './cutout.js';
import { SYMBOLS } from './math.js';
import { drawSymbol, symbolsOf } from './symbols.js';

const FRAME = { left: 75, top: 125, width: 1131, height: 550 };
/** Width of the frame itself; what lies within it belongs to the pay table. */
const FRAME_EDGE = 11;
// The lettering of a roulette is taken from its table, whose felt it is shown on.
const TITLE = game.isRoulette
  ? { left: 500, top: 14, width: 780, height: 112 }
  : { left: 170, top: 0, width: 940, height: 124 };
const BUTTON = { left: 1055, top: game.isRoulette ? 575 : 578, width: 126, height: 126 };

const root = document.documentElement;
const media = (file) => `/media/${game.slug}/${file}`;

async function load(file) {
  const picture = new Image();
  picture.src = media(file);
  await picture.decode();
  return picture;
}

function canvasOf(width, height) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  return { canvas, pen: canvas.getContext('2d', { willReadFrequently: true }) };
}

/** A part of a picture as a canvas; `round` cuts off its corners. */
function partOf(picture, { left, top, width, height }, round = 0) {
  const { canvas, pen } = canvasOf(width, height);
  if (round > 0) {
    pen.beginPath();
    pen.roundRect(0, 0, width, height, round);
    pen.clip();
  }
  pen.drawImage(picture, left, top, width, height, 0, 0, width, height);
  return { canvas, pen };
}

/** The frame without what it holds. */
function frameOf(picture) {
  const { canvas, pen } = partOf(picture, FRAME, 34);
  pen.globalCompositeOperation = 'destination-out';
  pen.beginPath();
  const [width, height] = [FRAME.width - 2 * FRAME_EDGE, FRAME.height - 2 * FRAME_EDGE];
  pen.roundRect(FRAME_EDGE, FRAME_EDGE, width, height, 24);
  pen.fill();
  return canvas.toDataURL();
}

/** A symbol in the middle of a square, without the cell behind it. */
function symbolOf(picture, place) {
  const { canvas, pen } = partOf(picture, place);
  const pixels = pen.getImageData(0, 0, place.width, place.height);
  const box = cutOut(pixels.data, place.width, place.height);
  if (box === null) return canvas.toDataURL();
  pen.putImageData(pixels, 0, 0);
  const size = Math.max(box.width, box.height, 104);
  const square = canvasOf(size, size);
  square.pen.drawImage(
    canvas,
    box.left,
    box.top,
    box.width,
    box.height,
    (size - box.width) / 2,
    (size - box.height) / 2,
    box.width,
    box.height,
  );
  return square.canvas.toDataURL();
}

/** The lettering of the game. What lies behind it is the scenery, which fades out to its sides. */
function titleOf(picture) {
  const { canvas, pen } = partOf(picture, TITLE);
  pen.globalCompositeOperation = 'destination-in';
  for (const [x, y, edge] of [
    [TITLE.width, 0, 0.16],
    [0, TITLE.height, 0.12],
  ]) {
    const paint = pen.createLinearGradient(0, 0, x, y);
    for (const [at, alpha] of [
      [0, 0],
      [edge, 1],
      [1 - edge, 1],
      [1, 0],
    ])
      paint.addColorStop(at, `rgba(0,0,0,${alpha})`);
    pen.fillStyle = paint;
    pen.fillRect(0, 0, TITLE.width, TITLE.height);
  }
  return canvas.toDataURL();
}

/** Mean colour of a small square around a point of a picture. */
function colorAt(picture, x, y) {
  const { pen } = partOf(picture, { left: x - 2, top: y - 2, width: 5, height: 5 });
  const { data } = pen.getImageData(0, 0, 5, 5);
  const channel = (at) => data.filter((_, n) => n % 4 === at).reduce((sum, one) => sum + one, 0) / 25;
  return [0, 1, 2].map((at) => Math.round(channel(at)));
}

const css = (color) => `rgb(${color.join(' ')})`;
const setProperty = (name, value) => root.style.setProperty(name, value);
const url = (address) => `url("${address}")`;

function wearDrawnArt() {
  return symbolsOf(game.theme)
    .slice(0, SYMBOLS)
    .map((symbol) => {
      const drawn = drawSymbol(symbol)
        .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
        .replaceAll('var(--ink)', '#14101f');
      return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
    });
}

/** Puts the game's art on the page. Returns the pictures of its symbols and the colours of its table. */
export async function wearArt() {
  const [pays, play] = game.hasPictures
    ? await Promise.all([load('gallery-3.webp'), load('gallery-1.webp')])
    : [null, null];
  if (pays === null || pays.naturalWidth !== PICTURE.width) {
    root.classList.add('is-drawn');
    return { symbols: wearDrawnArt(), table: null };
  }
  setProperty('--scene', url(media('banner.webp')));
  setProperty('--big', url(media('gallery-4.webp')));
  setProperty('--frame', url(frameOf(pays)));
  setProperty('--lettering', url(titleOf(game.isRoulette ? play : pays)));
  setProperty('--go', url(partOf(play, BUTTON, 63).canvas.toDataURL()));
  setProperty('--accent', css(colorAt(pays, 80, 300)));
  setProperty('--panel', css(colorAt(pays, 120, 378)));
  setProperty('--strip', css(colorAt(play, 700, 712)));
  root.classList.add('has-art');
  return {
    symbols: game.isRoulette ? [] : SYMBOL_PLACES.map((place) => symbolOf(pays, place)),
    table: game.isRoulette
      ? { red: colorAt(play, 632, 224), zero: colorAt(play, 566, 226), felt: colorAt(play, 900, 600) }
      : null,
  };
}
