/**
 * The colours of the hub, once. `cssVariables` turns them into `--hub-*` for the style sheets; charts read the values
 * themselves, because a canvas knows no custom properties.
 */
export type Scheme = 'dark' | 'light';

const dark = {
  canvas: '#0b0c0f',
  panel: '#131418',
  raised: '#1b1d23',
  'nav-active': '#1b1d23',
  button: '#1b1d23',
  'button-hover': '#22252d',
  input: '#0b0c0f',
  overlay: '#22252d',
  'overlay-hover': '#2b2f39',
  segment: '#22252d',
  border: '#23262d',
  'border-strong': '#363a45',
  control: '#626775',
  text: '#eceae4',
  secondary: '#a8abb6',
  tertiary: '#8e93a0',
  accent: '#e9ba48',
  'accent-hover': '#f0c65f',
  'accent-pressed': '#dcab35',
  'on-accent': '#1a1407',
  'accent-text': '#eec560',
  'accent-tint': 'rgba(233,186,72,0.13)',
  'accent-line': 'rgba(233,186,72,0.42)',
  'accent-focus': '#e9ba48',
  positive: '#62d093',
  'positive-tint': 'rgba(98,208,147,0.13)',
  negative: '#ff8178',
  'negative-tint': 'rgba(255,129,120,0.13)',
  'on-negative': '#1a0806',
  warning: '#f7a35c',
  'warning-tint': 'rgba(247,163,92,0.14)',
  info: '#7bb4ff',
  'info-tint': 'rgba(123,180,255,0.13)',
  'neutral-tint': '#22252d',
  track: '#363a45',
  scrim: 'rgba(4,5,7,0.66)',
  'row-hover': 'rgba(255,255,255,0.035)',
  'skeleton-a': '#1b1d23',
  'skeleton-b': '#23262d',
  shadow: '0 24px 64px -12px rgba(0,0,0,0.75), 0 2px 8px rgba(0,0,0,0.5)',
  'metric-bet': '#c9ccd6',
  'metric-win': '#7ba4ff',
  'metric-gross-win': '#e9ba48',
  'metric-net-win': '#8a5cc8',
  'metric-due': '#d86c08',
};

export type TokenName = keyof typeof dark;

const light: Record<TokenName, string> = {
  canvas: '#f3f3f4',
  panel: '#ffffff',
  raised: '#f6f6f7',
  'nav-active': '#e7e7ea',
  button: '#ffffff',
  'button-hover': '#f6f6f7',
  input: '#ffffff',
  overlay: '#ffffff',
  'overlay-hover': '#f3f3f4',
  segment: '#ffffff',
  border: '#e3e4e8',
  'border-strong': '#c4c7cf',
  control: '#878c99',
  text: '#16181d',
  secondary: '#545966',
  tertiary: '#686d7a',
  accent: '#e9ba48',
  'accent-hover': '#f0c65f',
  'accent-pressed': '#dcab35',
  'on-accent': '#1a1407',
  'accent-text': '#7d5800',
  'accent-tint': 'rgba(233,186,72,0.20)',
  'accent-line': '#a87c12',
  'accent-focus': '#a87c12',
  positive: '#14774a',
  'positive-tint': '#e3f4ea',
  negative: '#bf2f29',
  'negative-tint': '#fcebea',
  'on-negative': '#ffffff',
  warning: '#a4550b',
  'warning-tint': '#fdf0e2',
  info: '#1c62c4',
  'info-tint': '#e8f0fc',
  'neutral-tint': '#e7e7ea',
  track: '#e3e4e8',
  scrim: 'rgba(22,24,29,0.42)',
  'row-hover': 'rgba(22,24,29,0.035)',
  'skeleton-a': '#ebebed',
  'skeleton-b': '#f6f6f7',
  shadow: '0 24px 64px -16px rgba(22,24,29,0.28), 0 2px 8px rgba(22,24,29,0.08)',
  'metric-bet': '#4d5261',
  'metric-win': '#2f5fd0',
  'metric-gross-win': '#b98609',
  'metric-net-win': '#561d9f',
  'metric-due': '#8f2d00',
};

export const tokens: Record<Scheme, Record<TokenName, string>> = { dark, light };

/** Series 1 to 12, distinguishable in normal, protan, deutan and tritan sight. From series 9 lines are dashed as well. */
export const seriesColors: Record<Scheme, readonly string[]> = {
  dark: [
    '#e9ba48',
    '#5b6ceb',
    '#d44309',
    '#74a894',
    '#aeb4fa',
    '#befbbd',
    '#e4d5ff',
    '#e5802d',
    '#8358a7',
    '#a6606e',
    '#77d8ad',
    '#a386d5',
  ],
  light: [
    '#ad7c1d',
    '#1a59cc',
    '#925000',
    '#739986',
    '#71769b',
    '#2d9bc2',
    '#966ff1',
    '#810a4f',
    '#561d9f',
    '#693b00',
    '#5b4c86',
    '#7e5962',
  ],
};

/** The 0-based slot of a series number (from 1); numbers beyond the palette start over. */
export function seriesSlot(number: number): number {
  const count = seriesColors.dark.length;
  return (((Math.trunc(number) - 1) % count) + count) % count;
}

/** The CSS custom property that carries the colour of a series number. */
export function seriesVariable(number: number): string {
  return `var(--hub-series-${seriesSlot(number) + 1})`;
}

/** All tokens of a scheme as CSS custom properties. */
export function cssVariables(scheme: Scheme): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(tokens[scheme])) variables[`--hub-${name}`] = value;
  for (const [index, value] of seriesColors[scheme].entries()) variables[`--hub-series-${index + 1}`] = value;
  return variables;
}

/** The family of all text; its stand-in (typeface.css) has the same widths and heights. */
export const fontFamily = "'Instrument Sans Variable', 'Instrument Sans Stand-in', system-ui, sans-serif";
