// Parts that the symbols of the demo games are drawn with, on a field of 64 x 64. Fills and outlines are the same for all,
// so that symbols of every theme look like one family.

export const fill = (d) =>
  `<path d="${d}" fill="url(#g)" stroke="var(--ink)" stroke-width="2.5" stroke-linejoin="round"/>`;
export const line = (d, width = 3) =>
  `<path d="${d}" fill="none" stroke="var(--ink)" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
// Lines that lie outside of a filled shape need a colour of their own to be seen on the dark reels.
export const stem = (d, colour, width = 4) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const shine = (d) => `<path d="${d}" fill="#fff" opacity=".45"/>`;
export const round = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0Z`;

export function star(points, outer, inner, turn = -90) {
  const step = 180 / points;
  return `${Array.from({ length: points * 2 }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = ((turn + i * step) * Math.PI) / 180;
    return `${i === 0 ? 'M' : 'L'}${(32 + radius * Math.cos(angle)).toFixed(1)} ${(32 + radius * Math.sin(angle)).toFixed(1)}`;
  }).join('')}Z`;
}
