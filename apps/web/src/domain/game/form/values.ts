import type { Game, GameUpdateInput, gameTypes, payMethods } from '@ludus/contract';
import { isInvalidDay, type TypedDay } from '../../../lib/days.ts';
import { formatNumber, formatUngrouped, parseNumber } from '../../../lib/format.ts';

export type PayMethod = (typeof payMethods)[number];
export type GameType = (typeof gameTypes)[number];

export interface CustomField {
  /** Identifies rows while their names change. */
  key: string;
  name: string;
  value: string;
}

/** What a person types of a game: numbers stay the text that was typed until they are sent. */
export interface GameValues {
  name: string;
  sub_name: string;
  slug: string;
  rtp: string;
  rtp_std_dev: string;
  /** As it was typed where it is no day. */
  rtp_since: TypedDay;
  /** 0 is "not set". */
  volatility: number;
  hit_frequency: string;
  max_multiplier_win: string;
  type: GameType;
  format: string;
  max_bet: string;
  min_bet: string;
  pay_method: PayMethod;
  lines: string;
  reels: string;
  gameRows: string;
  mobile: boolean;
  desktop: boolean;
  isBuyBonus: boolean;
  isDev: boolean;
  isDemo: boolean;
  /** As it was typed where it is no day. */
  release_date: TypedDay;
  description_en: string;
  description_it: string;
  properties: CustomField[];
}

/** What a new game starts with. */
export const newGame: GameValues = {
  name: '',
  sub_name: '',
  slug: '',
  rtp: '',
  rtp_std_dev: '',
  rtp_since: null,
  volatility: 0,
  hit_frequency: '',
  max_multiplier_win: '',
  type: 'SLOT MACHINE',
  format: 'HTML5',
  max_bet: '',
  min_bet: '',
  pay_method: 'Paylines',
  lines: '',
  reels: '',
  gameRows: '',
  mobile: false,
  desktop: false,
  isBuyBonus: false,
  isDev: false,
  isDemo: false,
  release_date: null,
  description_en: '',
  description_it: '',
  properties: [],
};

const decimalText = (value: number | null) => (value === null ? '' : formatNumber(value, 0, 2));
const euroText = (value: number | null) => (value === null ? '' : formatNumber(value, 2, 2));
const percentText = (value: number | null) => (value === null ? '' : formatUngrouped(value));

/** Percentages have no thousands: a dot in them begins the decimals. */
const percent = { dotIsDecimal: true };

/** The fields as the loaded game fills them. */
export function valuesOf(game: Game): GameValues {
  return {
    name: game.name,
    sub_name: game.sub_name ?? '',
    slug: game.slug,
    rtp: percentText(game.rtp),
    rtp_std_dev: decimalText(game.rtp_std_dev ?? null),
    rtp_since: game.rtp_since ?? null,
    volatility: game.volatility,
    hit_frequency: percentText(game.hit_frequency),
    max_multiplier_win: decimalText(game.max_multiplier_win),
    type: game.type,
    format: game.format,
    max_bet: euroText(game.max_bet),
    min_bet: euroText(game.min_bet),
    pay_method: game.pay_method,
    lines: decimalText(game.lines),
    reels: decimalText(game.reels),
    gameRows: decimalText(game.gameRows),
    mobile: game.supportedPlatforms.mobile,
    desktop: game.supportedPlatforms.desktop,
    isBuyBonus: game.isBuyBonus,
    isDev: game.isDev,
    isDemo: game.isDemo,
    release_date: game.release_date,
    description_en: game.description_en,
    description_it: game.description_it,
    properties: Object.entries(game.propertiesData).map(([name, value]) => ({ key: name, name, value })),
  };
}

/** Only these pay methods are played on lines. */
export function hasLines(payMethod: PayMethod): boolean {
  return payMethod === 'Paylines' || payMethod === 'Ways';
}

/** The values after a change; a pay method without lines resets them. */
export function withChange(values: GameValues, change: Partial<GameValues>): GameValues {
  const next = { ...values, ...change };
  return hasLines(next.pay_method) || next.lines === '0' ? next : { ...next, lines: '0' };
}

/** Empty is null, zero 0, everything else rounded to two decimals. */
export function decimalOf(text: string, options?: typeof percent): number | null {
  const value = parseNumber(text, options);
  return value === null ? null : Math.round(value * 100) / 100;
}

/** Empty is 0. */
const wholeOf = (text: string) => parseNumber(text) ?? 0;

export type GamePayload = Omit<
  GameUpdateInput,
  'id' | 'updatedAt' | 'integrations' | 'integrationsToAdd' | 'integrationsToDelete' | 'integrationsToRemove'
>;

/** What is sent of valid values, the same for saving and creating a game. */
export function toUpdate(values: GameValues): GamePayload {
  return {
    name: values.name.trim(),
    sub_name: values.sub_name.trim() || null,
    slug: values.slug.trim(),
    rtp: decimalOf(values.rtp, percent),
    rtp_std_dev: decimalOf(values.rtp_std_dev),
    rtp_since: values.rtp_since,
    volatility: values.volatility,
    hit_frequency: decimalOf(values.hit_frequency, percent),
    max_multiplier_win: decimalOf(values.max_multiplier_win),
    type: values.type,
    propertiesData: Object.fromEntries(
      values.properties
        .filter((field) => field.name.trim() !== '')
        .map((field) => [field.name.trim(), field.value]),
    ),
    description_en: values.description_en,
    description_it: values.description_it,
    release_date: values.release_date,
    supportedPlatforms: { mobile: values.mobile, desktop: values.desktop },
    format: values.format.trim(),
    max_bet: decimalOf(values.max_bet),
    min_bet: decimalOf(values.min_bet),
    lines: hasLines(values.pay_method) ? wholeOf(values.lines) : 0,
    reels: wholeOf(values.reels),
    gameRows: wholeOf(values.gameRows),
    isBuyBonus: values.isBuyBonus,
    isDev: values.isDev,
    isDemo: values.isDemo,
    pay_method: values.pay_method,
    isCatalog: true,
  };
}

export type Problem =
  | 'nameRequired'
  | 'slugRequired'
  | 'slugLetters'
  | 'formatRequired'
  | 'number'
  | 'rtpRange'
  | 'negative'
  | 'positive'
  | 'whole'
  | 'tooLarge'
  | 'tooLong'
  | 'noDay'
  | 'volatility'
  | 'minAboveMax'
  | 'fieldName'
  | 'fieldNameTwice'
  | 'tooManyFields'
  | 'webAddress';

/** Problems by field name; a custom field's is `properties.<key>`. */
export type Problems = Record<string, Problem>;

const largest = {
  hit_frequency: 9_999_999,
  max_multiplier_win: 999_999_999,
  max_bet: 9_999_999,
  min_bet: 9_999_999,
} as const;

function decimalProblem(text: string, max: number, options?: typeof percent): Problem | undefined {
  const value = parseNumber(text, options);
  if (value === null) return undefined;
  if (Number.isNaN(value)) return 'number';
  if (value < 0) return 'negative';
  return value > max ? 'tooLarge' : undefined;
}

function wholeProblem(text: string): Problem | undefined {
  const problem = decimalProblem(text, 1_000_000);
  return problem ?? (Number.isInteger(parseNumber(text) ?? 0) ? undefined : 'whole');
}

/** Slug and name are required, the slug has letters, digits, underscores and hyphens. */
export function nameProblems({ name, sub_name, slug }: GameValues): Problems {
  const found: Problems = {};
  if (name.trim() === '') found.name = 'nameRequired';
  else if (name.trim().length > 120) found.name = 'tooLong';
  if (sub_name.trim().length > 120) found.sub_name = 'tooLong';
  if (slug.trim() === '') found.slug = 'slugRequired';
  else if (!/^[A-Za-z0-9_-]+$/.test(slug.trim())) found.slug = 'slugLetters';
  else if (slug.trim().length > 80) found.slug = 'tooLong';
  return found;
}

/** Everything else is optional within its range. */
export function factProblems(values: GameValues): Problems {
  const found: Problems = {};
  const note = (field: string, problem: Problem | undefined) => {
    if (problem) found[field] = problem;
  };
  const rtp = decimalProblem(values.rtp, 100, percent);
  note('rtp', rtp === 'negative' || rtp === 'tooLarge' ? 'rtpRange' : rtp);
  const deviation = decimalProblem(values.rtp_std_dev, 10_000);
  note('rtp_std_dev', deviation ?? (decimalOf(values.rtp_std_dev) === 0 ? 'positive' : undefined));
  if (isInvalidDay(values.rtp_since)) note('rtp_since', 'noDay');
  for (const field of Object.keys(largest) as (keyof typeof largest)[])
    note(
      field,
      decimalProblem(values[field], largest[field], field === 'hit_frequency' ? percent : undefined),
    );
  const [lowest, highest] = [decimalOf(values.min_bet), decimalOf(values.max_bet)];
  if (!found.min_bet && lowest !== null && highest !== null && lowest > highest)
    note('min_bet', 'minAboveMax');
  if (hasLines(values.pay_method)) note('lines', wholeProblem(values.lines));
  note('reels', wholeProblem(values.reels));
  note('gameRows', wholeProblem(values.gameRows));
  if (!Number.isInteger(values.volatility) || values.volatility < 0 || values.volatility > 10)
    found.volatility = 'volatility';
  if (values.format.trim() === '') found.format = 'formatRequired';
  else if (values.format.trim().length > 40) found.format = 'tooLong';
  if (isInvalidDay(values.release_date)) found.release_date = 'noDay';
  for (const field of ['description_en', 'description_it'] as const)
    if (values[field].length > 5000) found[field] = 'tooLong';
  const names = new Set<string>();
  for (const { key, name, value } of values.properties) {
    const trimmed = name.trim();
    if (trimmed === '') found[`properties.${key}`] = 'fieldName';
    else if (names.has(trimmed)) found[`properties.${key}`] = 'fieldNameTwice';
    else if (trimmed.length > 80 || value.length > 500) found[`properties.${key}`] = 'tooLong';
    names.add(trimmed);
  }
  if (values.properties.length > 50) found.propertiesData = 'tooManyFields';
  return found;
}
