/** What stands beside the figures that are printed: the same game at other integrations, and the days of the verdict. */
import type { RtpContext, RtpIntegration } from '@ludus/contract';
import type { PdfBlock } from '../../infra/pdf/index.ts';
import { dayText, decimalText, deviationText, percentText } from './evidence.formats.ts';
import type { EvidenceTexts } from './evidence.texts.ts';

/** `isWhole`: the figures are those of all integrations, none of which is another one. */
export function contextBlocks(context: RtpContext, isWhole: boolean, t: EvidenceTexts): PdfBlock[] {
  const heading = isWhole ? t.game.integrations : t.game.others;
  return [...integrationBlocks(heading, context.integrations, t), ...dayBlocks(context, t)];
}

function dayBlocks(context: RtpContext, t: EvidenceTexts): PdfBlock[] {
  const { days, dayCount } = context;
  if (days.length === 0) return monthBlocks(context, t);
  return [
    { kind: 'heading', text: t.game.days },
    { kind: 'text', text: t.game.daysText(days.length, dayCount), isMuted: true },
    {
      kind: 'table',
      columns: t.game.dayColumns.map((title, index) => ({
        title,
        ...(index === 0 ? {} : { align: 'right' as const }),
      })),
      rows: days.map(({ day, plays, bet, win, observed }) => [
        dayText(day),
        decimalText(plays, 0),
        decimalText(bet, 2),
        decimalText(win, 2),
        percentText(observed),
      ]),
    },
    ...monthBlocks(context, t),
  ];
}

function monthBlocks({ days, months = [] }: RtpContext, t: EvidenceTexts): PdfBlock[] {
  if (months.length === 0) return [];
  const covered = days.length + months.reduce((sum, month) => sum + month.days, 0);
  return [
    { kind: 'heading', text: t.game.months },
    { kind: 'text', text: t.game.monthsText(covered), isMuted: true },
    {
      kind: 'table',
      columns: t.game.monthColumns.map((title, index) => ({
        title,
        ...(index === 0 ? {} : { align: 'right' as const }),
      })),
      rows: months.map(({ month, days: played, plays, bet, win, observed }) => [
        month.split('-').toReversed().join('/'),
        decimalText(played, 0),
        decimalText(plays, 0),
        decimalText(bet, 2),
        decimalText(win, 2),
        percentText(observed),
      ]),
    },
  ];
}

function integrationBlocks(
  heading: string,
  integrations: readonly RtpIntegration[],
  t: EvidenceTexts,
): PdfBlock[] {
  if (integrations.length === 0) return [];
  return [
    { kind: 'heading', text: heading },
    {
      kind: 'table',
      columns: t.game.integrationColumns.map((title, index) => ({
        title,
        ...(index < 2 ? {} : { align: 'right' as const, width: 'content' as const }),
      })),
      rows: integrations.map(({ integrationName, verdict, month, variant }) => [
        integrationName,
        verdictText(verdict, t),
        percentText(month.observed),
        decimalText(month.plays, 0),
        deviationText(month.z),
        percentText(variant.observed),
        decimalText(variant.plays, 0),
        deviationText(variant.z),
      ]),
    },
  ];
}

export const verdictText = (verdict: RtpIntegration['verdict'], t: EvidenceTexts) =>
  verdict === null ? '–' : t.game.verdicts[verdict];
