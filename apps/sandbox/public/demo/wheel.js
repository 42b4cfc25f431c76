// The roulette wheel, drawn in the colours of the game's table.

export const ORDER = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22,
  18, 29, 7, 28, 12, 35, 3, 26,
];
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
export const colorOf = (number) => (number === 0 ? 'zero' : RED.has(number) ? 'red' : 'black');

const SIZE = 880;
const POCKET = (Math.PI * 2) / ORDER.length;
const GOLD = ['#fff3c4', '#e9b94a', '#8a5a12'];

/** Connects a canvas; returns `spinTo`, which turns wheel and ball until the ball lies in the pocket of a number. */
export function wheelOn(canvas, colors, isCalm) {
  const pen = canvas.getContext('2d');
  [canvas.width, canvas.height] = [SIZE, SIZE];
  const r = SIZE / 2;
  let turn = 0;
  let ball = { angle: -Math.PI / 2, radius: 0.655 };

  function disc(radius, paint) {
    pen.beginPath();
    pen.arc(0, 0, radius, 0, Math.PI * 2);
    pen.fillStyle = paint;
    pen.fill();
  }
  function ring(radius, width, paint) {
    pen.beginPath();
    pen.arc(0, 0, radius, 0, Math.PI * 2);
    pen.lineWidth = width;
    pen.strokeStyle = paint;
    pen.stroke();
  }
  function slope(stops) {
    const paint = pen.createLinearGradient(-r * 0.7, -r * 0.7, r * 0.7, r * 0.7);
    for (const [at, color] of stops.entries()) paint.addColorStop(at / (stops.length - 1), color);
    return paint;
  }
  function glow(inner, outer, from, to) {
    const paint = pen.createRadialGradient(0, 0, inner, 0, 0, outer);
    paint.addColorStop(0, from);
    paint.addColorStop(1, to);
    return paint;
  }

  function drawPockets() {
    pen.font = `700 ${Math.round(r * 0.082)}px Rubik`;
    pen.textAlign = 'center';
    for (const [at, number] of ORDER.entries()) {
      const middle = at * POCKET - Math.PI / 2;
      pen.beginPath();
      pen.moveTo(0, 0);
      pen.arc(0, 0, r * 0.85, middle - POCKET / 2, middle + POCKET / 2);
      pen.fillStyle = colors[colorOf(number)];
      pen.fill();
      pen.strokeStyle = '#ffe9b0aa';
      pen.lineWidth = 2;
      pen.stroke();
      pen.save();
      pen.rotate(middle + Math.PI / 2);
      pen.fillStyle = '#fff';
      pen.fillText(String(number), 0, -r * 0.755);
      pen.restore();
    }
    // The inner half of each pocket, where the ball comes to rest, lies in the shade.
    disc(r * 0.715, '#00000059');
  }

  function drawHub() {
    ring(r * 0.58, r * 0.025, slope(GOLD));
    disc(r * 0.57, glow(0, r * 0.57, colors.light, colors.deep));
    for (let ray = 0; ray < 12; ray++) {
      pen.rotate(Math.PI / 6);
      pen.fillStyle = '#ffffff14';
      pen.beginPath();
      pen.moveTo(-r * 0.05, 0);
      pen.lineTo(0, -r * 0.55);
      pen.lineTo(r * 0.05, 0);
      pen.fill();
    }
    for (let arm = 0; arm < 4; arm++) {
      pen.rotate(Math.PI / 2);
      pen.fillStyle = slope(GOLD);
      pen.beginPath();
      pen.moveTo(-r * 0.035, 0);
      pen.lineTo(-r * 0.018, -r * 0.38);
      pen.lineTo(r * 0.018, -r * 0.38);
      pen.lineTo(r * 0.035, 0);
      pen.fill();
      pen.beginPath();
      pen.arc(0, -r * 0.39, r * 0.055, 0, Math.PI * 2);
      pen.fill();
    }
    disc(r * 0.17, glow(0, r * 0.17, GOLD[0], GOLD[2]));
    disc(r * 0.1, glow(0, r * 0.1, '#fff', GOLD[1]));
  }

  function draw() {
    pen.setTransform(1, 0, 0, 1, r, r);
    pen.clearRect(-r, -r, SIZE, SIZE);
    disc(r * 0.99, slope([...GOLD, GOLD[1], GOLD[0], GOLD[2]]));
    disc(r * 0.93, glow(r * 0.8, r * 0.93, colors.deep, '#08060a'));
    pen.save();
    pen.rotate(turn);
    drawPockets();
    ring(r * 0.855, r * 0.018, slope(GOLD));
    drawHub();
    pen.restore();
    const [x, y] = [Math.cos(ball.angle) * ball.radius * r, Math.sin(ball.angle) * ball.radius * r];
    pen.beginPath();
    pen.arc(x, y, r * 0.042, 0, Math.PI * 2);
    const light = pen.createRadialGradient(x - r * 0.014, y - r * 0.014, 1, x, y, r * 0.042);
    light.addColorStop(0, '#fff');
    light.addColorStop(1, '#a9adba');
    pen.fillStyle = light;
    pen.fill();
  }

  function spinTo(number) {
    const startTurn = turn;
    const endTurn = startTurn + Math.PI * (isCalm ? 0 : 3.4);
    const pocketAngle = ORDER.indexOf(number) * POCKET - Math.PI / 2 + endTurn;
    const startAngle = ball.angle;
    const backwards = (startAngle - pocketAngle) % (Math.PI * 2);
    const endAngle = startAngle - backwards - Math.PI * 2 * (isCalm ? 0 : 6);
    const length = isCalm ? 0 : 4_200;
    const from = performance.now();
    return new Promise((done) => {
      const step = (now) => {
        const part = length === 0 ? 1 : Math.min(1, Math.max(0, (now - from) / length));
        const eased = 1 - (1 - part) ** 3;
        turn = startTurn + (endTurn - startTurn) * (1 - (1 - part) ** 2);
        const fall = Math.min(1, Math.max(0, (part - 0.62) / 0.38));
        const hop = Math.abs(Math.sin(fall * Math.PI * 4)) * (1 - fall) * 0.05;
        ball = {
          angle: startAngle + (endAngle - startAngle) * eased,
          radius: 0.905 - 0.25 * fall ** 0.7 + hop,
        };
        draw();
        if (part < 1) requestAnimationFrame(step);
        else done();
      };
      requestAnimationFrame(step);
    });
  }

  draw();
  return spinTo;
}
