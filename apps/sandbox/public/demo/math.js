// What a slot pays. Pays are whole units of the smallest step of its bets, so that every win is a whole number of cents,
// and they are chosen so that the expected return, computed exactly, is the one that the catalogue promises.

export const SYMBOLS = 8;
/** How often each symbol stands on a reel, the best first. */
const WEIGHTS = [3, 4, 5, 6, 7, 8, 9, 10];
const ALL = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
const CHANCES = WEIGHTS.map((weight) => weight / ALL);
const WORTH = [50, 28, 18, 13, 9, 7, 5, 4];
const TIER_STEP = 0.27;
/** Share of spins that may win where symbols count anywhere. */
const ANYWHERE_WINS = 0.3;

/** A whole number below `limit`, each equally likely. */
export function drawBelow(limit) {
  const word = new Uint32Array(1);
  const end = 2 ** 32 - (2 ** 32 % limit);
  do crypto.getRandomValues(word);
  while (word[0] >= end);
  return word[0] % limit;
}

export function drawSymbolIndex(draw) {
  let left = draw(ALL);
  return WEIGHTS.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

/** The first `count` ways through the rows of all reels that move by a row at most, the straightest first. */
export function payLines(reels, rows, count) {
  const paths = Array.from({ length: rows }, (_, row) => [row]);
  const whole = [];
  while (paths.length > 0) {
    const path = paths.shift();
    if (path.length === reels) whole.push(path);
    else
      for (const row of [path.at(-1), path.at(-1) - 1, path.at(-1) + 1])
        if (row >= 0 && row < rows) paths.push([...path, row]);
  }
  const bends = (path) =>
    path.filter((row, at) => at > 1 && row - path[at - 1] !== path[at - 1] - path[at - 2]).length;
  const moves = (path) => path.filter((row, at) => at > 0 && row !== path[at - 1]).length;
  const isMirrored = (path) => path.every((row, at) => row === path.at(-1 - at));
  const rank = (path) => bends(path) * 10 + moves(path) - (isMirrored(path) ? 5 : 0);
  return whole.sort((a, b) => rank(a) - rank(b)).slice(0, count);
}

/** Chances that 0, 1, … `cells` of so many cells show a symbol of this chance. */
function binomial(cells, chance) {
  let row = [1];
  for (let cell = 0; cell < cells; cell++)
    row = Array.from(
      { length: row.length + 1 },
      (_, n) => (row[n] ?? 0) * (1 - chance) + (row[n - 1] ?? 0) * chance,
    );
  return row;
}

/** Chance that some symbol stands on at least `needed` of the cells. */
function anyChance(cells, needed) {
  const factorials = [1];
  for (let n = 1; n <= cells; n++) factorials.push(factorials[n - 1] * n);
  let all = [1];
  for (const chance of CHANCES) {
    const next = new Array(cells + 1).fill(0);
    for (let a = 0; a < all.length; a++)
      for (let b = 0; b < needed && a + b <= cells; b++)
        next[a + b] += all[a] * (chance ** b / factorials[b]);
    all = next;
  }
  return 1 - all[cells] * factorials[cells];
}

/** Tiers of a game: from how many symbols on, and how often each symbol reaches exactly this tier in a spin. */
function tiersOf({ reels, rows, lines, payMethod }) {
  const cells = reels * rows;
  if (payMethod === 'Scatter' || payMethod === 'Tumble') {
    let needed = Math.ceil(cells / 6);
    while (anyChance(cells, needed) > ANYWHERE_WINS) needed++;
    const again = payMethod === 'Tumble' ? 1 / (1 - anyChance(cells, needed)) : 1;
    const from = [needed, needed + 2, needed + 4];
    const counts = CHANCES.map((chance) => binomial(cells, chance));
    const often = (symbol, tier) =>
      counts[symbol].slice(from[tier], from[tier + 1]).reduce((sum, chance) => sum + chance, 0) * again;
    return { from, often };
  }
  const first = Math.min(3, reels);
  const from = Array.from({ length: reels - first + 1 }, (_, tier) => first + tier);
  const often = (symbol, tier) => {
    const [chance, count] = [CHANCES[symbol], from[tier]];
    const isWhole = count === reels;
    return payMethod === 'Ways'
      ? (rows * chance) ** count * (isWhole ? 1 : (1 - chance) ** rows)
      : lines * chance ** count * (isWhole ? 1 : 1 - chance);
  };
  return { from, often };
}

/** Whole pays whose expected return comes as near to the promised one as the rarest of them allows, never above it. */
function fitPays(from, often, target) {
  const shape = (symbol, tier) => WORTH[symbol] * TIER_STEP ** (from.length - 1 - tier);
  const paysFor = (scale) =>
    WORTH.map((_, symbol) => from.map((_, tier) => Math.max(1, Math.floor(scale * shape(symbol, tier)))));
  const sumOf = (pays) =>
    pays.flatMap((row, symbol) => row.map((pay, tier) => pay * often(symbol, tier))).reduce((a, b) => a + b);
  let [low, high] = [0, 1e6];
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2;
    if (sumOf(paysFor(middle)) <= target) low = middle;
    else high = middle;
  }
  const pays = paysFor(low);
  const places = pays
    .flatMap((row, symbol) => row.map((_, tier) => ({ symbol, tier, often: often(symbol, tier) })))
    .sort((a, b) => b.often - a.often);
  let left = target - sumOf(pays);
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { symbol, tier, often: chance } of places) {
      const pay = pays[symbol][tier];
      const isBelowBetter = symbol === 0 || pay < pays[symbol - 1][tier];
      const isBelowLonger = tier === from.length - 1 || pay < pays[symbol][tier + 1];
      if (chance > left || !isBelowBetter || !isBelowLonger) continue;
      pays[symbol][tier] = pay + 1;
      left -= chance;
      isMoving = true;
    }
  }
  return { pays, left };
}

/** Everything about what a game pays. `unit` is the step of its bets in cents; a pay is counted in units for one unit staked. */
export function slotMath(game) {
  const { from, often } = tiersOf(game);
  const target = (game.rtp / 100) * game.unit;
  const { pays, left } = fitPays(from, often, target);
  return {
    ...game,
    from,
    pays,
    paths: game.payMethod === 'Paylines' ? payLines(game.reels, game.rows, game.lines) : [],
    /** Exact expected return in percent. */
    returned: ((target - left) / game.unit) * 100,
  };
}

/** The win in cents of a pay at a bet. Bets are multiples of the unit, so nothing is rounded. */
export const winCents = (math, bet, pay) => (bet / math.unit) * pay;

export function newGrid(math, draw = drawBelow) {
  return Array.from({ length: math.reels }, () =>
    Array.from({ length: math.rows }, () => drawSymbolIndex(draw)),
  );
}

const tierOf = (math, count) => math.from.findLastIndex((from) => count >= from);

export function winsOnLines(math, grid) {
  return math.paths.flatMap((path) => {
    const symbol = grid[0][path[0]];
    const end = path.findIndex((row, reel) => grid[reel][row] !== symbol);
    const count = end === -1 ? math.reels : end;
    const tier = tierOf(math, count);
    if (tier < 0) return [];
    const places = path.slice(0, count).map((row, reel) => [reel, row]);
    return [{ symbol, count, pay: math.pays[symbol][tier], places, path }];
  });
}

function winsByWays(math, grid) {
  return [...new Set(grid[0])].flatMap((symbol) => {
    const perReel = grid.map((reel) => reel.filter((one) => one === symbol).length);
    const end = perReel.indexOf(0);
    const count = end === -1 ? math.reels : end;
    const tier = tierOf(math, count);
    if (tier < 0) return [];
    const ways = perReel.slice(0, count).reduce((a, b) => a * b);
    const places = placesOf(grid.slice(0, count), symbol);
    return [{ symbol, count, pay: math.pays[symbol][tier] * ways, places }];
  });
}

function placesOf(grid, symbol) {
  return grid.flatMap((column, reel) => column.flatMap((one, row) => (one === symbol ? [[reel, row]] : [])));
}

function winsAnywhere(math, grid) {
  return WEIGHTS.flatMap((_, symbol) => {
    const places = placesOf(grid, symbol);
    const tier = tierOf(math, places.length);
    return tier < 0 ? [] : [{ symbol, count: places.length, pay: math.pays[symbol][tier], places }];
  });
}

/** What a grid wins: symbol, how many of them, pay in units, and the places that show it. */
export function winsOf(math, grid) {
  if (math.payMethod === 'Paylines') return winsOnLines(math, grid);
  return math.payMethod === 'Ways' ? winsByWays(math, grid) : winsAnywhere(math, grid);
}

/** One spin: the grids that fall, a further one after each win where symbols tumble, and the pay of all of them in units. */
export function spin(math, draw = drawBelow) {
  const falls = [];
  let pay = 0;
  do {
    const grid = newGrid(math, draw);
    const wins = winsOf(math, grid);
    pay += wins.reduce((sum, win) => sum + win.pay, 0);
    falls.push({ grid, wins });
  } while (math.payMethod === 'Tumble' && falls.at(-1).wins.length > 0);
  return { falls, pay };
}
