/**
 * The one place that turns numbers and instants into text. Numbers are Italian in both languages (dot for thousands,
 * always grouped, comma for decimals), a negative carries a real minus, and what is not a finite number is a dash: a
 * missing figure must never read as zero. Instants are shown in Europe/Rome, so that two people read the same day.
 */
import type { Period } from './days.ts';

export const PLACEHOLDER = '–';
export const MINUS = '\u2212';
const NBSP = '\u00a0';
export const ZONE = 'Europe/Rome';

export type Language = 'en' | 'it';

/** BCP 47 tag of an interface language. */
export function localeOf(language: string): 'en-GB' | 'it-IT' {
  return language.startsWith('it') ? 'it-IT' : 'en-GB';
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(minimum: number, maximum: number): Intl.NumberFormat {
  const key = `${minimum}-${maximum}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('it-IT', {
      useGrouping: 'always',
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
    });
    numberFormats.set(key, format);
  }
  return format;
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    dateFormats.set(key, format);
  }
  return format;
}

/** A figure cut where its typography changes: sign and integer in full, decimals and unit stepped back. */
export interface FigureParts {
  sign: '' | typeof MINUS | '+';
  integer: string;
  /** Comma and decimals, empty for whole numbers. */
  decimals: string;
  /** Unit with its leading space, empty when there is none. */
  unit: string;
}

interface FigureOptions {
  minimumDecimals: number;
  maximumDecimals?: number;
  unit?: string;
  /** Writes a plus before positive values (movements and changes). */
  plus?: boolean;
}

/** Null for anything that is not a finite number. Values that round to zero carry no sign. */
export function figureParts(value: number | null | undefined, options: FigureOptions): FigureParts | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null;
  const format = numberFormat(options.minimumDecimals, options.maximumDecimals ?? options.minimumDecimals);
  let integer = '';
  let decimals = '';
  let nonZero = false;
  for (const part of format.formatToParts(Math.abs(value))) {
    if (part.type === 'integer' || part.type === 'group') integer += part.value;
    else if (part.type === 'decimal' || part.type === 'fraction') decimals += part.value;
    if ((part.type === 'integer' || part.type === 'fraction') && /[1-9]/.test(part.value)) nonZero = true;
  }
  let sign: FigureParts['sign'] = '';
  if (nonZero && value < 0) sign = MINUS;
  else if (nonZero && options.plus) sign = '+';
  return { sign, integer, decimals, unit: options.unit ?? '' };
}

function join(parts: FigureParts | null): string {
  return parts ? parts.sign + parts.integer + parts.decimals + parts.unit : PLACEHOLDER;
}

/** Euro amount in parts, two decimals: 1234.5 is `1.234` `,50` ` €`. */
export function amountParts(euros: number | null | undefined, plus = false): FigureParts | null {
  return figureParts(euros, { minimumDecimals: 2, unit: `${NBSP}€`, plus });
}

/** Euro amount as text: `1.234,50 €`; a dash when there is none. `plus` makes it a change. */
export function formatAmount(euros: number | null | undefined, plus = false): string {
  return join(amountParts(euros, plus));
}

/** Ratio (0.954321) in parts as a percentage; RTP has four decimals. */
export function percentParts(
  ratio: number | null | undefined,
  decimals = 4,
  plus = false,
): FigureParts | null {
  const value = ratio === null || ratio === undefined ? ratio : ratio * 100;
  return figureParts(value, { minimumDecimals: decimals, unit: '%', plus });
}

/** Ratio as a percentage: 0.954321 is `95,4321%`. `plus` makes it a change. */
export function formatPercent(ratio: number | null | undefined, decimals = 4, plus = false): string {
  return join(percentParts(ratio, decimals, plus));
}

/** Whole number: `48.213`. */
export function formatCount(value: number | null | undefined): string {
  return join(figureParts(value, { minimumDecimals: 0 }));
}

/** Number with up to the given decimals, for fields and ratios that are neither money nor percent. */
export function formatNumber(
  value: number | null | undefined,
  minimumDecimals = 0,
  maximumDecimals = 2,
): string {
  return join(figureParts(value, { minimumDecimals, maximumDecimals }));
}

/** Short form for chart axes: `100 k`, `1,2 M`, `−20 k`. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return PLACEHOLDER;
  if (size >= 999_950_000) return `${formatNumber(value / 1e9, 0, 1)}${NBSP}G`;
  if (size >= 999_950) return `${formatNumber(value / 1e6, 0, 1)}${NBSP}M`;
  if (size >= 1000) return `${formatNumber(value / 1e3, 0, 1)}${NBSP}k`;
  return formatNumber(value, 0, 2);
}

const isGrouped = (text: string, separator: '.' | ',') =>
  (separator === '.' ? /^-?[1-9]\d{0,2}(?:\.\d{3})+$/ : /^-?[1-9]\d{0,2}(?:,\d{3})+$/).test(text);

/**
 * Returns the number that a person has typed, with a comma or a dot before the decimals (`1.234,5`, `1,234.5`, `1234.5`) and
 * with a hyphen or a real minus; null for an empty field, NaN for anything that is not a number. One dot before three digits
 * may be either: it groups thousands as the hub writes them (`1.250`), unless `dotIsDecimal`.
 */
export function parseNumber(text: string, { dotIsDecimal = false } = {}): number | null {
  const trimmed = text
    .trim()
    .replace(/[\s€%]/g, '')
    .replace(MINUS, '-');
  if (trimmed === '') return null;
  const decimalAt = decimalSeparatorAt(trimmed, dotIsDecimal);
  const whole = decimalAt < 0 ? trimmed : trimmed.slice(0, decimalAt);
  const isPlain = /^-?\d*$/.test(whole);
  if (!isPlain && !isGrouped(whole, '.') && !isGrouped(whole, ',')) return Number.NaN;
  const plain = whole.replaceAll(/[.,]/g, '') + (decimalAt < 0 ? '' : `.${trimmed.slice(decimalAt + 1)}`);
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Where the decimals begin; -1 when there are none. Of two different separators the last one begins them. */
function decimalSeparatorAt(text: string, dotIsDecimal: boolean): number {
  const dots = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (dots > 0 && commas > 0) return Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (commas > 0) return commas > 1 && isGrouped(text, ',') ? -1 : text.indexOf(',');
  if (dots === 0 || (isGrouped(text, '.') && !(dotIsDecimal && dots === 1))) return -1;
  return text.indexOf('.');
}

/** What stands before decimals in a language: a comma or a dot. */
export function decimalSeparatorOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** A number with at most two decimals and no dots, for fields in which a dot begins the decimals: `22,13`. */
export function formatUngrouped(value: number): string {
  return String(Math.round(value * 100) / 100).replace('.', ',');
}

export type Instant = string | number | Date;

function dateOf(instant: Instant | null | undefined): Date | null {
  if (instant === null || instant === undefined || instant === '') return null;
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? null : date;
}

const dateParts: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
const minuteParts: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const secondParts: Intl.DateTimeFormatOptions = { ...minuteParts, second: '2-digit' };

export type DateTimeStyle = 'date' | 'minutes' | 'seconds' | 'time' | 'time-seconds';

const styles: Record<DateTimeStyle, Intl.DateTimeFormatOptions> = {
  date: dateParts,
  minutes: { ...dateParts, ...minuteParts },
  seconds: { ...dateParts, ...secondParts },
  time: minuteParts,
  'time-seconds': secondParts,
};

/** Instant in Italian form in the given zone: `20/11/2026, 14:32:07`; `minutes` has no comma: `20/11/2026 14:31`. */
export function formatInstant(
  instant: Instant | null | undefined,
  style: DateTimeStyle = 'seconds',
  zone: string = ZONE,
): string {
  const date = dateOf(instant);
  if (!date) return PLACEHOLDER;
  const text = dateFormat('it-IT', { ...styles[style], timeZone: zone }).format(date);
  return style === 'minutes' ? text.replace(',', '') : text;
}

/** The zone's short name at an instant, such as `CET` or `CEST`. */
export function zoneName(instant: Instant, zone: string = ZONE): string {
  const date = dateOf(instant);
  if (!date) return '';
  const parts = dateFormat('en-GB', { timeZone: zone, timeZoneName: 'short', hour: '2-digit' }).formatToParts(
    date,
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** The viewer's own IANA zone. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Long date of an instant in Rome in the interface language: `Friday 20 November 2026`. */
export function formatLongDate(instant: Instant, language: string): string {
  const date = dateOf(instant);
  if (!date) return PLACEHOLDER;
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: ZONE,
  } as const;
  return dateFormat(localeOf(language), options).format(date).replace(/,/g, '');
}

/** The same with the time of day, unless it is the first instant of its day in Rome and stands for the whole of it. */
export function formatLongStart(instant: Instant, language: string): string {
  const time = formatInstant(instant, 'time');
  const day = formatLongDate(instant, language);
  return time === '00:00' || time === PLACEHOLDER ? day : `${day}, ${time}`;
}

/** A plain calendar day (`YYYY-MM-DD`) written as `dd/MM/yyyy`. */
export function formatDay(day: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day ?? '');
  return match ? `${match[3]}/${match[2]}/${match[1]}` : PLACEHOLDER;
}

/** `dd/MM/yyyy`, or both ends with a dash when they differ. */
export function formatPeriod(period: Period): string {
  return period.from === period.to
    ? formatDay(period.from)
    : `${formatDay(period.from)} – ${formatDay(period.to)}`;
}

/** The days of a period without their year: `1–26 Oct`, or `28 Sept – 3 Oct` over the end of a month. */
export function formatDays({ from, to }: Period, language: string): string {
  const whole = { day: 'numeric', month: 'short' } as const;
  const end = formatDayWith(to, language, whole);
  if (from === to) return end;
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${formatDayWith(from, language, { day: 'numeric' })}–${end}`
    : `${formatDayWith(from, language, whole)} – ${end}`;
}

/** Whole months without their days: `Nov 2025 – Oct 2026`. */
export function formatMonths({ from, to }: Period, language: string): string {
  const ends = [from, to].map((day) => formatDayWith(day, language, { month: 'short', year: 'numeric' }));
  return [...new Set(ends)].join(' – ');
}

/** An hour of a day, such as `20/11/2026 14:00–15:00`, by the clock in Rome. */
export const formatHour = ({ from, to }: { from: Instant; to: Instant }): string =>
  `${formatInstant(from, 'minutes')}–${formatInstant(to, 'time')}`;

/** Today, yesterday, 3 days ago; beyond two months, in months. */
export function formatDaysAgo(days: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'auto' });
  return days < 60 ? words.format(-days, 'day') : words.format(-Math.floor(days / 30), 'month');
}

/** A plain calendar day in the interface language, with free choice of parts: no zone is involved. */
export function formatDayWith(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  const date = dateOf(`${day}T12:00:00Z`);
  return date
    ? dateFormat(localeOf(language), { ...options, timeZone: 'UTC' })
        .format(date)
        .replace(/,/g, '')
    : PLACEHOLDER;
}

/** An instant in Rome in the interface language, with free choice of parts (chart axes and tooltips). */
export function formatInstantWith(
  instant: Instant,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const date = dateOf(instant);
  if (!date) return PLACEHOLDER;
  return dateFormat(localeOf(language), { ...options, timeZone: ZONE })
    .format(date)
    .replace(/,/g, '');
}

/** A span of time in the two largest units of the interface language: `48 s`, `2 h 5 min`, `10 d 11 h` or `10 g 11 h`; from a year on in months. */
export function formatDuration(milliseconds: number, language: string): string {
  if (!Number.isFinite(milliseconds) || milliseconds < 0) return PLACEHOLDER;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${formatCount(hours)} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  const [day, months] = localeOf(language) === 'it-IT' ? ['g', 'mesi'] : ['d', 'months'];
  if (days < 365) return `${days} ${day} ${hours % 24} h`;
  // Of average length.
  return `${formatCount(Math.floor((days + 0.5) / 30.4375))} ${months}`;
}
