import { fill, line, round, shine, star, stem } from './strokes.js';

/** By name: the colours of the gradient from top to bottom, and the shape itself, filled with `url(#g)`. */
export const SHAPES = {
  anchor: [
    '#8fd3ff',
    '#2b6cb0',
    fill(
      'M29 20h6v30c7-1 11-5 12-11l-5 1 8-11 6 12-4-1c-1 11-9 17-20 18-11-1-19-7-20-18l-4 1 6-12 8 11-5-1c1 6 5 10 12 11V28h-9v-5h9Z',
    ) + fill(round(32, 13, 6)),
  ],
  ankh: [
    '#ffe08a',
    '#c98a0c',
    fill(
      'M32 6c9 0 14 7 13 14-1 5-4 9-8 12h15v8H37v18H27V40H12v-8h15c-4-3-7-7-8-12C18 13 23 6 32 6Zm0 8c-4 0-6 3-5 7 1 3 3 6 5 8 2-2 4-5 5-8 1-4-1-7-5-7Z',
    ),
  ],
  axe: [
    '#e3e8f0',
    '#64748b',
    fill('M29 10h6v48h-6Z') +
      fill('M35 12c12-4 20 2 21 14-6-4-13-4-21 2Zm-6 0C17 8 9 14 8 26c6-4 13-4 21 2Z'),
  ],
  bag: [
    '#f6c177',
    '#8a5a1f',
    fill('M24 12h16l-4 9c12 6 18 16 17 26-1 7-8 9-21 9s-20-2-21-9c-1-10 5-20 17-26Z') +
      line('M25 21h14') +
      line('M36 33c-6-3-10 2-6 5s9 4 4 9c-3 2-7 0-8-2m6-16v4m0 12v4'),
  ],
  bar: [
    '#ff8b8b',
    '#a61e1e',
    fill('M8 22h48v20H8Z') +
      '<text x="32" y="38.5" text-anchor="middle" font-size="17" font-weight="900" font-family="Georgia,serif" fill="#fff">BAR</text>',
  ],
  bat: [
    '#b794f4',
    '#4c2a85',
    fill(
      'M32 24l4-6 3 8c6-8 13-10 21-8-4 6-5 12-4 18-6-2-10 0-13 6-3-2-6-1-11 8-5-9-8-10-11-8-3-6-7-8-13-6 1-6 0-12-4-18 8-2 15 0 21 8l3-8Z',
    ),
  ],
  bell: [
    '#ffe28a',
    '#d08700',
    fill('M32 8c12 0 16 10 17 22 0 8 3 11 6 15H9c3-4 6-7 6-15C16 18 20 8 32 8Z') +
      fill(round(32, 50, 6)) +
      shine('M22 20c2-5 5-7 8-7-4 4-6 10-6 18h-4c0-4 0-8 2-11Z'),
  ],
  candle: [
    '#fff1cc',
    '#c9a25a',
    fill('M22 28h20v30H22Z') +
      '<path d="M32 6c6 7 8 11 6 16-1 3-3 4-6 4s-5-1-6-4c-2-5 0-9 6-16Z" fill="#ffb02e" stroke="var(--ink)" stroke-width="2.5"/>' +
      shine('M26 32h4v22h-4Z'),
  ],
  candy: [
    '#ff9de2',
    '#c026a8',
    fill('M18 32 6 20l2 12-2 12Z') +
      fill('m46 32 12-12-2 12 2 12Z') +
      fill(round(32, 32, 15)) +
      line('M22 24c8 2 14 8 18 18M30 18c8 3 13 8 16 15', 3),
  ],
  cactus: [
    '#8ce99a',
    '#2b8a3e',
    fill(
      'M26 10c0-6 12-6 12 0v22h5v-9c0-5 9-5 9 0v14c0 3-2 5-5 5h-9v16H26V46h-9c-3 0-5-2-5-5V28c0-5 9-5 9 0v8h5Z',
    ) + line('M32 14v6m0 8v6m0 10v6', 2),
  ],
  cherry: [
    '#ff7b8a',
    '#c1121f',
    stem('M22 42C24 26 32 14 48 8M42 46C44 30 46 18 48 8', '#82c91e') +
      fill(round(20, 46, 12)) +
      fill(round(43, 48, 11)) +
      shine(round(16, 42, 3)) +
      shine(round(40, 44, 3)),
  ],
  chest: [
    '#f2b872',
    '#8a4b14',
    fill('M8 30c0-12 8-18 24-18s24 6 24 18v22H8Z') +
      line('M8 32h48M18 14v38M46 14v38') +
      '<path d="M27 28h10v11H27Z" fill="#ffd43b" stroke="var(--ink)" stroke-width="2.5"/>',
  ],
  club: [
    '#74e3a1',
    '#17683b',
    fill(
      'M32 6a11 11 0 0 1 9 17 12 12 0 1 1-6 19c1 6 3 11 8 16H21c5-5 7-10 8-16a12 12 0 1 1-6-19A11 11 0 0 1 32 6Z',
    ),
  ],
  coin: [
    '#ffe79a',
    '#c98a0c',
    fill(round(32, 32, 24)) +
      line(`${round(32, 32, 18)}`, 2) +
      '<path d="M25 25h14v14H25Z" fill="var(--ink)" opacity=".75"/>',
  ],
  column: [
    '#f4efe6',
    '#a89b85',
    fill('M10 8h44v8H10ZM12 50h40v8H12ZM17 16h30v34H17Z') + line('M25 19v28m7-28v28m7-28v28', 2.5),
  ],
  comet: [
    '#a5d8ff',
    '#3b5bdb',
    fill('M6 58C14 36 26 22 42 12c10 2 14 8 13 16C44 42 28 52 6 58Z') +
      fill(round(43, 23, 12)) +
      shine(round(40, 19, 4)),
  ],
  compass: [
    '#ffe3b3',
    '#a8681b',
    fill(round(32, 32, 25)) +
      '<path d="m44 18-7 18-17 10 8-18Z" fill="#e03131" stroke="var(--ink)" stroke-width="2.5"/>' +
      line('M32 10v4m0 36v4M10 32h4m36 0h4', 2.5),
  ],
  crown: [
    '#ffe28a',
    '#d08700',
    fill('M8 18l13 12L32 10l11 20 13-12-5 34H13Z') +
      line('M14 45h36') +
      '<circle cx="32" cy="38" r="4" fill="#e03131"/>',
  ],
  cupcake: [
    '#ffc9de',
    '#d6336c',
    fill('M14 34h36l-6 24H20Z') +
      fill('M10 34c-2-8 6-10 8-10 0-10 10-14 15-10 6-3 14 3 13 10 6 0 10 5 8 10Z') +
      '<circle cx="32" cy="10" r="5" fill="#e03131" stroke="var(--ink)" stroke-width="2"/>',
  ],
  diamond: [
    '#9be7ff',
    '#1971c2',
    fill('M18 10h28l12 15-26 31L6 25Z') + line('M6 25h52M18 10l14 46 14-46M24 25l8-15 8 15', 2),
  ],
  eagle: [
    '#ffe08a',
    '#a8681b',
    fill(
      'M32 14c3-6 9-6 11-2l6 2-6 3c-1 4-3 6-3 9 8-4 14-5 20-3-4 14-12 20-20 21l4 12-12-6-12 6 4-12C16 43 8 37 4 23c6-2 12-1 20 3 0-5 4-8 8-12Z',
    ),
  ],
  eye: [
    '#9fe8ff',
    '#0b7285',
    fill('M6 28c14-16 38-16 52 0-14 14-38 14-52 0Z') +
      '<circle cx="32" cy="28" r="8" fill="var(--ink)"/>' +
      stem('M30 38c-1 8-5 13-12 18M36 38c4 8 10 10 16 6', '#66d9e8'),
  ],
  fan: [
    '#ff9a9a',
    '#c92a2a',
    fill('M32 54 4 30c14-22 42-22 56 0Z') +
      line('M32 54 14 20M32 54 24 16M32 54V14M32 54l8-38M32 54l18-34', 2),
  ],
  feather: [
    '#7ee8c6',
    '#0c8599',
    fill('M14 58c0-28 8-46 38-52 2 24-8 40-30 42Z') +
      line('M12 60C20 40 30 26 44 14M24 40l-2-12M31 31l-1-11M24 41l14-2', 2),
  ],
  fish: [
    '#ffb38a',
    '#e8590c',
    fill('M6 32c8-14 22-18 36-8l14-8c-3 10-3 22 0 32l-14-8C28 50 14 46 6 32Z') +
      '<circle cx="18" cy="29" r="3" fill="var(--ink)"/>' +
      line('M28 24c4 5 4 11 0 16M36 24c4 5 4 11 0 16', 2),
  ],
  fox: [
    '#ffb072',
    '#d9480f',
    fill('M8 8l14 10h20L56 8c2 20-2 34-24 50C10 42 6 28 8 8Z') +
      '<path d="M32 58c-5-7-12-12-16-18 6 0 10 2 16 8 6-6 10-8 16-8-4 6-11 11-16 18Z" fill="#fff"/>' +
      '<circle cx="23" cy="31" r="3" fill="var(--ink)"/><circle cx="41" cy="31" r="3" fill="var(--ink)"/>',
  ],
  hammer: [
    '#d7e3f4',
    '#4a6385',
    fill('M28 30h8v28h-8Z') + fill('M10 8h44v22H10Z') + line('M18 14h28v10H18Z', 2),
  ],
  hat: [
    '#d8a26b',
    '#6f4518',
    fill(
      'M4 42c8 4 12-2 14-8 2-14 4-22 8-22 3 0 4 3 6 3s3-3 6-3c4 0 6 8 8 22 2 6 6 12 14 8-4 10-14 14-28 14S8 52 4 42Z',
    ) + line('M18 36c8 4 20 4 28 0', 4),
  ],
  heart: [
    '#ff8fa3',
    '#c9184a',
    fill('M32 56C12 42 6 32 8 21 11 9 26 8 32 19 38 8 53 9 56 21c2 11-4 21-24 35Z') +
      shine('M16 18c3-3 7-3 9-1-5 1-8 5-9 11-2-4-2-8 0-10Z'),
  ],
  helmet: [
    '#ffd8a8',
    '#b35c00',
    '<path d="M10 18C16 4 48 2 56 24l-8 4C42 16 26 12 16 24Z" fill="#c92a2a" stroke="var(--ink)" stroke-width="2.5"/>' +
      fill('M14 30c0-14 10-18 18-18s18 4 18 18v24H38V38l-6-4-6 4v16H14Z'),
  ],
  horseshoe: [
    '#dbe4ff',
    '#5c6b99',
    fill('M12 8h10c-4 24-4 36 10 36S46 32 42 8h10c8 34 0 50-20 50S4 42 12 8Z') +
      '<g fill="var(--ink)"><circle cx="15" cy="22" r="2"/><circle cx="14" cy="36" r="2"/><circle cx="22" cy="48" r="2"/><circle cx="42" cy="48" r="2"/><circle cx="50" cy="36" r="2"/><circle cx="49" cy="22" r="2"/></g>',
  ],
  lantern: [
    '#ffa8a8',
    '#e03131',
    stem('M32 4v8M32 52v8', '#ffd8a8') +
      fill('M22 12h20v6H22ZM22 46h20v6H22Z') +
      fill('M20 18h24c8 8 8 20 0 28H20c-8-8-8-20 0-28Z') +
      line('M26 18c-4 9-4 19 0 28M38 18c4 9 4 19 0 28', 2),
  ],
  laurel: [
    '#c0eb75',
    '#5c940d',
    stem('M32 58C10 54 4 30 18 10M32 58c22-4 28-28 14-48', '#74b816', 3) +
      fill(
        'M18 10c-6 2-8 6-6 12 6-2 8-6 6-12ZM9 26c-4 4-4 9 0 13 4-4 4-9 0-13ZM14 42c-1 6 2 10 8 11 1-6-2-10-8-11ZM46 10c6 2 8 6 6 12-6-2-8-6-6-12ZM55 26c4 4 4 9 0 13-4-4-4-9 0-13ZM50 42c1 6-2 10-8 11-1-6 2-10 8-11Z',
      ) +
      '<circle cx="32" cy="32" r="9" fill="#ffd43b" stroke="var(--ink)" stroke-width="2.5"/>',
  ],
  leaf: [
    '#b2f2bb',
    '#2f9e44',
    fill('M8 56C4 26 22 8 56 8c2 34-16 52-42 44Z') +
      line('M8 58C18 42 28 30 44 20M26 36l-2-12M34 29l12 2', 2.5),
  ],
  lemon: [
    '#fff3a3',
    '#f0b400',
    fill('M8 34c4-16 20-22 34-18l10-4-2 10c6 14-2 28-16 32-12 3-22-4-26-20Z') +
      shine('M18 26c4-5 9-7 14-6-7 3-11 8-12 15-3-3-3-6-2-9Z'),
  ],
  lollipop: [
    '#ffa8d9',
    '#ae3ec9',
    stem('M32 38v22', '#ffe8cc', 5) +
      fill(round(32, 24, 19)) +
      line('M32 24c0-4 6-4 6 1s-7 8-12 3-2-15 7-15 14 7 13 14', 3),
  ],
  lotus: [
    '#ffc2e2',
    '#c2255c',
    fill(
      'M32 54C18 54 8 46 4 32c8-1 13 1 17 5-1-11 4-20 11-27 7 7 12 16 11 27 4-4 9-6 17-5-4 14-14 22-28 22Z',
    ) + line('M21 37c1 8 5 13 11 17M43 37c-1 8-5 13-11 17', 2),
  ],
  mask: [
    '#7ee8c6',
    '#087f5b',
    fill('M12 10h40v24c0 14-8 24-20 24S12 48 12 34Z') +
      '<path d="M18 24h10v7H18ZM36 24h10v7H36ZM24 44h16v6H24Z" fill="var(--ink)"/>' +
      line('M32 26v14M12 18h40', 2.5),
  ],
  melon: [
    '#ff8787',
    '#e03131',
    fill('M6 22h52c0 20-12 32-26 32S6 42 6 22Z') +
      '<path d="M6 22h52v7H6Z" fill="#40c057" stroke="var(--ink)" stroke-width="2"/><g fill="var(--ink)"><circle cx="20" cy="37" r="2"/><circle cx="32" cy="43" r="2"/><circle cx="44" cy="37" r="2"/><circle cx="32" cy="34" r="2"/></g>',
  ],
  moon: ['#fff3bf', '#c4a000', fill('M40 6C16 8 6 32 18 48c10 13 30 13 40 0-24 4-36-22-18-42Z')],
  mushroom: [
    '#ffa8a8',
    '#e03131',
    '<path d="M24 34h16c0 10 2 16 5 24H19c3-8 5-14 5-24Z" fill="#fff4e0" stroke="var(--ink)" stroke-width="2.5"/>' +
      fill('M6 36C6 18 18 8 32 8s26 10 26 28Z') +
      '<g fill="#fff"><circle cx="20" cy="25" r="4"/><circle cx="34" cy="17" r="4"/><circle cx="45" cy="27" r="4"/></g>',
  ],
  pearl: ['#ffffff', '#9db4d6', fill(round(32, 32, 22)) + shine(round(25, 24, 6))],
  planet: [
    '#ffc078',
    '#d9480f',
    fill(round(32, 32, 17)) +
      '<path d="M6 44C-2 36 22 18 44 14s20 6 4 18" fill="none" stroke="#ffe8cc" stroke-width="4" stroke-linecap="round"/>' +
      shine(round(26, 26, 4)),
  ],
  potion: [
    '#b197fc',
    '#5f3dc4',
    fill('M25 6h14v6h-3v12c10 5 15 12 15 20 0 9-8 14-19 14s-19-5-19-14c0-8 5-15 15-20V12h-3Z') +
      '<path d="M17 40h30c2 10-4 14-15 14s-17-4-15-14Z" fill="#69db7c"/><circle cx="28" cy="46" r="2.5" fill="#fff"/><circle cx="37" cy="43" r="2" fill="#fff"/>',
  ],
  pyramid: [
    '#ffd98a',
    '#b8741a',
    fill('M32 8 60 54H4Z') +
      '<path d="M32 8 44 54H4Z" fill="#000" opacity=".14"/>' +
      line('M22 25h20M14 39h36', 2),
  ],
  rocket: [
    '#e7f0ff',
    '#748ffc',
    fill('M32 4c12 10 14 24 10 40H22C18 28 20 14 32 4Z') +
      fill('M22 30 12 42v12l10-8ZM42 30l10 12v12l-10-8Z') +
      '<circle cx="32" cy="24" r="6" fill="#22b8cf" stroke="var(--ink)" stroke-width="2.5"/><path d="M26 46h12l-6 14Z" fill="#ff922b"/>',
  ],
  rose: [
    '#ff8fa3',
    '#9d0b3a',
    stem('M32 36v24', '#40c057') +
      fill('M14 18c6-10 14-8 18-12 4 4 12 2 18 12 4 12-6 22-18 22S10 30 14 18Z') +
      line('M22 18c6-6 16-6 20 0s-2 12-10 12-10-6-6-9 10-1 8 3', 2.5) +
      '<path d="M32 52c6-8 12-8 18-6-4 8-10 10-18 6Z" fill="#2f9e44" stroke="var(--ink)" stroke-width="2"/>',
  ],
  rune: ['#a5d8ff', '#3b6ea5', fill('M20 6h24l10 14-4 34H14L10 20Z') + line('M26 16v34M26 18l14 10-14 8', 4)],
  saucer: [
    '#b2f2ff',
    '#3bc9db',
    fill('M20 28c0-20 24-20 24 0Z') +
      fill('M4 36c4-10 52-10 56 0-6 12-50 12-56 0Z') +
      '<g fill="#ffe066"><circle cx="16" cy="37" r="3"/><circle cx="32" cy="40" r="3"/><circle cx="48" cy="37" r="3"/></g>',
  ],
  scarab: [
    '#7fe0ff',
    '#0b6fa4',
    fill('M24 18c0-10 16-10 16 0 8 4 12 12 10 22-2 10-8 18-18 18s-16-8-18-18c-2-10 2-18 10-22Z') +
      stem('M14 28 6 20m7 20H5m11 10-7 6M50 28l8-8m-7 20h8m-11 10 7 6', '#7fe0ff', 3) +
      line('M32 24v34M16 30c10-4 22-4 32 0', 2.5),
  ],
  seven: ['#ff8787', '#c92a2a', fill('M10 8h44v12C44 30 38 42 36 58H20c2-14 8-26 18-36H24v6H10Z')],
  shell: [
    '#ffd6e7',
    '#d6336c',
    fill(
      'M32 56 22 50C10 44 4 32 10 20c3-6 9-4 11-1 1-8 8-11 11-11s10 3 11 11c2-3 8-5 11 1 6 12 0 24-12 30Z',
    ) + line('M32 54V14M28 52 17 24M36 52l11-28', 2),
  ],
  shield: [
    '#ffc9a3',
    '#a0522d',
    fill('M8 12c10 0 18-2 24-6 6 4 14 6 24 6 2 22-6 36-24 46C14 48 6 34 8 12Z') +
      line('M32 8v48M9 30h46', 2.5) +
      '<circle cx="32" cy="30" r="7" fill="#ffd43b" stroke="var(--ink)" stroke-width="2.5"/>',
  ],
  skull: [
    '#f8f9fa',
    '#adb5bd',
    fill('M32 6c16 0 24 10 24 22 0 8-4 13-9 16v12H17V44c-5-3-9-8-9-16C8 16 16 6 32 6Z') +
      '<circle cx="22" cy="29" r="6" fill="var(--ink)"/><circle cx="42" cy="29" r="6" fill="var(--ink)"/><path d="m32 36 4 7h-8Z" fill="var(--ink)"/>' +
      line('M26 50v6m6-6v6m6-6v6', 2),
  ],
  spade: [
    '#a9b8ff',
    '#364fc7',
    fill(
      'M32 6c14 14 24 20 24 30 0 12-14 14-20 7 1 6 3 10 7 15H21c4-5 6-9 7-15-6 7-20 5-20-7C8 26 18 20 32 6Z',
    ),
  ],
  star: ['#fff0a3', '#f59f00', fill(star(5, 27, 12)) + shine('m32 12 4 10-9 3Z')],
  sun: ['#ffe66d', '#f08c00', fill(star(12, 29, 20)) + fill(round(32, 32, 13))],
  sword: [
    '#f1f3f5',
    '#868e96',
    fill('M28 6l4-4 4 4v34h-8Z') +
      fill('M16 38h32v6H16Z') +
      '<path d="M29 44h6v14h-6Z" fill="#8a5a1f" stroke="var(--ink)" stroke-width="2.5"/>',
  ],
  trident: [
    '#a3f0e0',
    '#0b7a75',
    fill('M29 24h6v36h-6Z') +
      fill(
        'M8 6l8 10h-4c0 10 6 14 17 14V14h-4l7-10 7 10h-4v16c11 0 17-4 17-14h-4l8-10 4 12c0 12-8 20-28 20S4 30 4 18Z',
      ),
  ],
  wave: [
    '#a5f3fc',
    '#0e7490',
    fill(
      'M4 50C4 26 18 10 38 12c10 2 14 10 10 16-6-6-14-2-14 6 0 10 12 14 26 8-6 12-18 16-28 16S10 58 4 50Z',
    ),
  ],
  wolf: [
    '#cdd9ea',
    '#516b91',
    fill('M10 4l12 14h20L54 4c4 18 2 30-6 40L32 60 16 44C8 34 6 22 10 4Z') +
      '<path d="m20 30 8 4-7 3ZM44 30l-8 4 7 3Z" fill="#ffd43b" stroke="var(--ink)" stroke-width="1.5"/><path d="m27 50 5-4 5 4-5 6Z" fill="var(--ink)"/>',
  ],
};
