// Fun money and the parts that all demo games share: meters, stake, message, keys.

const format = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' });
export const money = (cents) => `${format.format(cents / 100)} €`;

export const game = JSON.parse(document.querySelector('#game').textContent);
export const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
export const by = (id) => document.getElementById(id);

const START = 100_000;
let balance = START;
let stakeAt = Math.max(
  0,
  game.bets.findIndex((bet) => bet >= 100),
);

function show() {
  by('balance').textContent = money(balance);
  by('stake').textContent = money(game.bets[stakeAt]);
  by('less').disabled = stakeAt === 0;
  by('more').disabled = stakeAt === game.bets.length - 1;
}

export const stake = () => game.bets[stakeAt];

export function changeStake(step) {
  stakeAt = Math.min(game.bets.length - 1, Math.max(0, stakeAt + step));
  show();
}

/** Takes a stake; fun money is refilled when it runs out. */
export function pay(cents) {
  if (balance < cents) balance = Math.max(START, cents * 20);
  balance -= cents;
  by('win').textContent = money(0);
  by('message').className = 'message';
  show();
}

/** Gives a win and counts it up on the meter. */
export async function receive(cents, stakeCents) {
  balance += cents;
  show();
  if (cents === 0) return;
  const message = by('message');
  const times = cents / stakeCents;
  message.textContent = `${times >= 25 ? 'Mega win! ' : times >= 8 ? 'Big win! ' : ''}+${money(cents)}`;
  message.className = 'message on';
  const from = performance.now();
  const length = isCalm ? 0 : Math.min(1_400, 300 + times * 60);
  await new Promise((done) => {
    const step = (now) => {
      const part = length === 0 ? 1 : Math.min(1, (now - from) / length);
      by('win').textContent = money(Math.round(cents * part));
      if (part < 1) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  });
}

/** Connects buttons and keys; `play` is called for the button, the space bar and Enter, never twice at a time. */
export function connect(play) {
  let isPlaying = false;
  const go = async () => {
    if (isPlaying) return;
    isPlaying = true;
    by('go').disabled = true;
    try {
      await play();
    } finally {
      isPlaying = false;
      by('go').disabled = false;
    }
  };
  by('go').addEventListener('click', go);
  by('less').addEventListener('click', () => changeStake(-1));
  by('more').addEventListener('click', () => changeStake(1));
  by('full')?.addEventListener('click', () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
  document.addEventListener('keydown', (event) => {
    if (event.code === 'Space' && !event.repeat) {
      event.preventDefault();
      void go();
    } else if (event.code === 'ArrowUp') changeStake(1);
    else if (event.code === 'ArrowDown') changeStake(-1);
  });
  // A focused button would react to the space bar a second time on key up.
  document.addEventListener('keyup', (event) => {
    if (event.code === 'Space') event.preventDefault();
  });
  show();
}
