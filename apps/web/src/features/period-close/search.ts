import { type PeriodGrouping, periodGroupings } from '@ludus/contract';
import { readInteger, readOneOf, readText, type SearchInput } from '../../lib/search.ts';

/** Which of the figures of a month a table shows. */
export const periodViews = ['closed', 'today', 'difference'] as const;
export type PeriodView = (typeof periodViews)[number];

/** What the URL of the period close holds: the month that is open, and how its figures are shown. */
export interface PeriodSearch {
  integration?: number | undefined;
  /** 2026-10 */
  month?: string | undefined;
  by?: PeriodGrouping | undefined;
  view?: PeriodView | undefined;
  /** 2026-10: the month that is closed for all integrations at once. */
  close?: string | undefined;
  /** 2026-10: the month whose checks are shown; the last one that is over where absent. */
  checks?: string | undefined;
  /** Of the restatements. */
  page?: number | undefined;
}

const month = /^20\d{2}-(0[1-9]|1[0-2])$/;

function readMonth(input: unknown): string | undefined {
  const text = readText(input, 7);
  return text !== undefined && month.test(text) ? text : undefined;
}

export function readPeriodSearch(input: SearchInput): PeriodSearch {
  return {
    integration: readInteger(input.integration, 1, 65_535),
    month: readMonth(input.month),
    close: readMonth(input.close),
    checks: readMonth(input.checks),
    by: readOneOf(input.by, periodGroupings),
    view: readOneOf(input.view, periodViews),
    page: readInteger(input.page, 1, 1_000_000),
  };
}
