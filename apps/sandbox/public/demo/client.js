// Fun money and the parts that all demo games share: meters, stake, messages, history, keys.

export const game = JSON.parse(document.querySelector('#game').textContent);
export const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
export const by = (id) => document.getElementById(id);
export const text = (key, values = {}) =>
  game.text[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

const locale = { en: 'en-GB', it: 'it-IT' }[game.language];
const format = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: game.currency,
  useGrouping: 'always',
});
/** Cents as money of the game's currency in the reader's language. */
export const money = (cents) => format.format(cents / 100);
export const number = (value, digits = 0) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

/** Cents of fun money that a player starts with, and gets again when it runs out. */
const START = 100_000;
const KEPT_ROUNDS = 200;

let balance = START;
let isBusy = false;
let stakeAt = Math.max(
  0,
  game.bets.findIndex((bet) => bet >= 100),
);
const watchers = [];
/** Movements of the balance, the newest first: bet and win in cents, and the balance after them. */
export const rounds = [];
let roundNumber = 0;

/** Calls `watch` now and whenever stake, balance or history change. */
export function watchGame(watch) {
  watchers.push(watch);
  watch();
}

function show() {
  by('balance').textContent = money(balance);
  by('stake').textContent = money(game.bets[stakeAt]);
  by('less').disabled = isBusy || stakeAt === 0;
  by('more').disabled = isBusy || stakeAt === game.bets.length - 1;
  for (const watch of watchers) watch();
}

export const stake = () => game.bets[stakeAt];

function changeStake(step) {
  if (isBusy) return;
  stakeAt = Math.min(game.bets.length - 1, Math.max(0, stakeAt + step));
  show();
}

let messages = 0;

export function say(words) {
  const message = by('message');
  message.textContent = words;
  message.classList.toggle('on', words !== '');
  const mine = ++messages;
  if (words !== '')
    setTimeout(() => {
      if (messages === mine) message.classList.remove('on');
    }, 3_000);
}

function note(entry) {
  rounds.unshift({ time: clock.format(new Date()), balance, ...entry });
  rounds.length = Math.min(rounds.length, KEPT_ROUNDS);
}

/** Takes a bet; fun money is refilled first when it does not suffice. */
export function pay(cents) {
  say('');
  if (balance < cents) {
    const refill = Math.max(START, cents * 20);
    balance += refill;
    note({ label: text('refill'), bet: 0, win: refill });
    say(text('refilled'));
  }
  balance -= cents;
  by('win').textContent = money(0);
  show();
}

/** Gives the win of a round that `bet` was paid for, and counts it up on the meter. */
export async function receive(bet, win, result) {
  balance += win;
  roundNumber++;
  note({ label: `${text('round')} ${number(roundNumber)}`, bet, win, result });
  const times = win / bet;
  document.body.classList.toggle('has-won', win > 0);
  if (win > 0) await countUp(win, times);
  show();
}

const nextFrame = () => new Promise(requestAnimationFrame);

async function countUp(win, times) {
  const big = by('big');
  const isBig = times >= 15;
  big.classList.toggle('on', isBig);
  const length = isCalm ? 0 : Math.min(2_200, 250 + times * 70);
  const from = performance.now();
  for (let part = 0; part < 1; ) {
    part = length === 0 ? 1 : Math.min(1, ((await nextFrame()) - from) / length);
    const counted = money(Math.round(win * Math.max(0, part)));
    by('win').textContent = counted;
    big.firstElementChild.textContent = counted;
  }
  if (!isBig) return;
  await new Promise((done) => {
    const timer = setTimeout(done, 1_600);
    const skip = () => {
      clearTimeout(timer);
      done();
    };
    addEventListener('pointerdown', skip, { once: true });
  });
  big.classList.remove('on');
}

let isAuto = false;
export const stopAuto = () => setAuto(false);

function setAuto(wanted) {
  isAuto = wanted;
  by('auto')?.setAttribute('aria-pressed', String(wanted));
  if (by('auto')) by('auto').textContent = text(wanted ? 'stop' : 'auto');
}

/** Connects buttons and keys; `play` is called for the button and the space bar, never twice at a time. */
export function connect(play) {
  const go = async () => {
    if (isBusy) return;
    isBusy = true;
    by('go').disabled = true;
    show();
    try {
      do await play();
      while (isAuto && !document.hidden);
    } finally {
      setAuto(false);
      isBusy = false;
      by('go').disabled = false;
      show();
    }
  };
  by('go').addEventListener('click', go);
  by('less').addEventListener('click', () => changeStake(-1));
  by('more').addEventListener('click', () => changeStake(1));
  by('auto')?.addEventListener('click', () => {
    setAuto(!isAuto);
    void go();
  });
  by('full')?.addEventListener('click', () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
  document.addEventListener('keydown', (event) => {
    if (by('panel').open) return;
    const isOnButton = event.target instanceof HTMLButtonElement && event.target.id !== 'go';
    if (event.code === 'Space' && !isOnButton) {
      event.preventDefault();
      if (!event.repeat) void go();
    } else if (event.code === 'ArrowUp') changeStake(1);
    else if (event.code === 'ArrowDown') changeStake(-1);
    else return;
    if (event.code !== 'Space') event.preventDefault();
  });
  // The focused button would react to the space bar a second time on key up.
  by('go').addEventListener('keyup', (event) => {
    if (event.code === 'Space') event.preventDefault();
  });
  by('win').textContent = money(0);
  show();
}
