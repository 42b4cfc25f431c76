import { by, connect, game, isCalm, money, pay, receive, stake } from './wallet.js';

const ORDER = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22,
  18, 29, 7, 28, 12, 35, 3, 26,
];
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const colour = (n) => (n === 0 ? 'zero' : RED.has(n) ? 'red' : 'black');

const outside = [
  ['1-12', 'wide', 3, (n) => n >= 1 && n <= 12],
  ['13-24', 'wide', 3, (n) => n >= 13 && n <= 24],
  ['25-36', 'wide', 3, (n) => n >= 25],
  ['1-18', 'half', 2, (n) => n >= 1 && n <= 18],
  ['Even', 'half', 2, (n) => n > 0 && n % 2 === 0],
  ['Red', 'half red', 2, (n) => colour(n) === 'red'],
  ['Black', 'half black', 2, (n) => colour(n) === 'black'],
  ['Odd', 'half', 2, (n) => n % 2 === 1],
  ['19-36', 'half', 2, (n) => n >= 19],
];

/** Places on the table: what they are called, what they pay for one staked, which numbers they cover. */
const places = [];
const board = by('board');

function addPlace(label, className, times, covers) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = label;
  const place = { label, times, covers, button, chips: 0 };
  button.addEventListener('click', () => put(place));
  board.append(button);
  places.push(place);
}

function addGap() {
  const gap = document.createElement('span');
  gap.className = 'gap';
  board.append(gap);
}

addPlace('0', 'zero', 36, (n) => n === 0);
for (const row of [3, 2, 1]) {
  for (let column = 0; column < 12; column++) {
    const number = column * 3 + row;
    addPlace(String(number), colour(number), 36, (n) => n === number);
  }
}
outside.forEach((one, at) => {
  if (at === 0 || at === 3) addGap();
  addPlace(...one);
});

let isSpinning = false;

function showChips() {
  for (const { button, chips, label } of places) {
    button.querySelector('.chip')?.remove();
    button.setAttribute('aria-label', chips > 0 ? `${label}, ${money(chips)} on it` : label);
    if (chips === 0) continue;
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.textContent = chips % 100 === 0 ? chips / 100 : (chips / 100).toFixed(1);
    button.append(chip);
  }
}

function put(place) {
  if (isSpinning) return;
  place.chips += stake();
  showChips();
}

by('clear').addEventListener('click', () => {
  if (isSpinning) return;
  for (const place of places) place.chips = 0;
  showChips();
});

const canvas = by('wheel');
const size = 720;
canvas.width = size;
canvas.height = size;
const pen = canvas.getContext('2d');
const pocket = (Math.PI * 2) / ORDER.length;
let wheelTurn = 0;
let ball = { angle: -Math.PI / 2, radius: 0.6 };

function disc(radius, paint) {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, Math.PI * 2);
  pen.fillStyle = paint;
  pen.fill();
}

function gradient(inner, outer, from, to) {
  const paint = pen.createRadialGradient(0, 0, inner, 0, 0, outer);
  paint.addColorStop(0, from);
  paint.addColorStop(1, to);
  return paint;
}

function drawWheel() {
  const r = size / 2;
  pen.setTransform(1, 0, 0, 1, r, r);
  pen.clearRect(-r, -r, size, size);
  disc(r * 0.99, gradient(r * 0.7, r, '#8a5326', '#2c1508'));
  disc(r * 0.86, '#1b0f07');
  pen.save();
  pen.rotate(wheelTurn);
  ORDER.forEach((number, at) => {
    const middle = at * pocket - Math.PI / 2;
    pen.beginPath();
    pen.moveTo(0, 0);
    pen.arc(0, 0, r * 0.84, middle - pocket / 2, middle + pocket / 2);
    pen.fillStyle = { zero: '#137a43', red: '#b3202b', black: '#15151c' }[colour(number)];
    pen.fill();
    pen.strokeStyle = '#e9c77b';
    pen.lineWidth = 2;
    pen.stroke();
    pen.save();
    pen.rotate(middle + Math.PI / 2);
    pen.fillStyle = '#fff';
    pen.font = '700 26px system-ui';
    pen.textAlign = 'center';
    pen.fillText(String(number), 0, -r * 0.745);
    pen.restore();
  });
  disc(r * 0.52, gradient(0, r * 0.52, '#b87a3a', '#4a260f'));
  pen.strokeStyle = '#e9c77b';
  pen.lineWidth = 5;
  pen.beginPath();
  pen.arc(0, 0, r * 0.52, 0, Math.PI * 2);
  pen.stroke();
  for (let arm = 0; arm < 4; arm++) {
    pen.rotate(Math.PI / 2);
    pen.fillStyle = '#e9c77b';
    pen.fillRect(-7, -r * 0.34, 14, r * 0.34);
    pen.beginPath();
    pen.arc(0, -r * 0.34, 17, 0, Math.PI * 2);
    pen.fill();
  }
  disc(r * 0.11, gradient(0, r * 0.11, '#fff3cf', '#c8963c'));
  pen.restore();
  const [x, y] = [Math.cos(ball.angle) * ball.radius * r, Math.sin(ball.angle) * ball.radius * r];
  pen.beginPath();
  pen.arc(x, y, 15, 0, Math.PI * 2);
  const light = pen.createRadialGradient(x - 5, y - 5, 1, x, y, 15);
  light.addColorStop(0, '#fff');
  light.addColorStop(1, '#aab');
  pen.fillStyle = light;
  pen.fill();
}

/** Turns wheel and ball until the ball lies in the pocket of `number`. */
function spinTo(number) {
  const at = ORDER.indexOf(number);
  const startTurn = wheelTurn;
  const endTurn = startTurn + Math.PI * (isCalm ? 0.2 : 3.4);
  const pocketAngle = at * pocket - Math.PI / 2 + endTurn;
  const startAngle = ball.angle;
  const rounds = isCalm ? 0 : 6;
  const backwards = (startAngle - pocketAngle) % (Math.PI * 2);
  const endAngle = startAngle - backwards - Math.PI * 2 * rounds;
  const length = isCalm ? 300 : 4_200;
  const from = performance.now();
  return new Promise((done) => {
    const step = (now) => {
      const part = Math.min(1, (now - from) / length);
      const eased = 1 - (1 - part) ** 3;
      wheelTurn = startTurn + (endTurn - startTurn) * (1 - (1 - part) ** 2);
      const fall = Math.min(1, Math.max(0, (part - 0.62) / 0.38));
      const hop = Math.abs(Math.sin(fall * Math.PI * 4)) * (1 - fall) * 0.05;
      ball = { angle: startAngle + (endAngle - startAngle) * eased, radius: 0.91 - 0.31 * fall ** 0.7 + hop };
      drawWheel();
      if (part < 1) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
}

const past = [];

connect(async () => {
  const staked = places.reduce((all, place) => all + place.chips, 0);
  if (staked === 0) {
    by('message').textContent = 'Place your bets';
    by('message').className = 'message on';
    return;
  }
  isSpinning = true;
  for (const { button } of places) button.classList.remove('hit');
  pay(staked);
  const number = Math.floor(Math.random() * 37);
  await spinTo(number);
  isSpinning = false;
  const won = places.filter((place) => place.covers(number));
  for (const { button, chips } of won)
    if (chips > 0 || button.textContent === String(number)) button.classList.add('hit');
  past.unshift(number);
  by('past').innerHTML = past
    .slice(0, 8)
    .map((n) => `<i class="${colour(n)}">${n}</i>`)
    .join('');
  await receive(
    won.reduce((all, place) => all + place.chips * place.times, 0),
    staked,
  );
});

showChips();
drawWheel();
document.title = game.name;
