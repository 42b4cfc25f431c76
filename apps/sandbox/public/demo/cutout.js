// Cuts the symbols of a game out of its pay table picture, where each stands on a plain cell.

/** Size of the gallery's pictures, and where the symbols, the frame, the title and the spin button stand in them. */
export const PICTURE = { width: 1280, height: 720 };
export const SYMBOL_PLACES = [152, 408].flatMap((top) =>
  [110, 378, 645, 913].map((left) => ({ left: left + 4, top: top + 42, width: 137, height: 156 })),
);

/** Largest difference of a channel to the colour of the cell, and from one pixel to the next, that is still background. */
const FAR = 30;
const STEP = 10;

function borderOf(width, height) {
  const places = [];
  for (let x = 0; x < width; x++) places.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) places.push(y * width, y * width + width - 1);
  return places;
}

function difference(data, a, b) {
  let most = 0;
  for (let channel = 0; channel < 3; channel++)
    most = Math.max(most, Math.abs(data[a * 4 + channel] - data[b + channel]));
  return most;
}

/**
 * Makes the background of a symbol transparent: what is reached from the border without a step in colour. `data` holds
 * RGBA and is changed. Returns the box that the symbol fills, or null if nothing is left.
 */
export function cutOut(data, width, height) {
  const border = borderOf(width, height);
  const cell = [0, 0, 0].map(
    (_, channel) => border.map((at) => data[at * 4 + channel]).sort((a, b) => a - b)[border.length >> 1],
  );
  const colour = new Uint8Array(cell);
  const isBackground = new Uint8Array(width * height);
  const farFrom = (at) => Math.max(...[0, 1, 2].map((c) => Math.abs(data[at * 4 + c] - colour[c])));
  const stack = border.filter((at) => farFrom(at) < FAR);
  for (const at of stack) isBackground[at] = 1;
  while (stack.length > 0) {
    const at = stack.pop();
    const x = at % width;
    for (const next of [x > 0 && at - 1, x < width - 1 && at + 1, at - width, at + width]) {
      if (next === false || next < 0 || next >= width * height || isBackground[next]) continue;
      if (farFrom(next) >= FAR || difference(data, at, next * 4) >= STEP) continue;
      isBackground[next] = 1;
      stack.push(next);
    }
  }
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (isBackground[at]) {
      data[at * 4 + 3] = 0;
      continue;
    }
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
    const near = [at - 1, at + 1, at - width, at + width];
    const open = near.filter((one) => isBackground[one] === 1).length;
    if (open > 0) data[at * 4 + 3] = 255 - open * 60;
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}
