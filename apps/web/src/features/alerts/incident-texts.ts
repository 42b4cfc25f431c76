import { type AlertKind, type AlertMetric, type Incident, type IncidentPart, metrics } from '@ludus/contract';
import type { useTranslation } from 'react-i18next';
import type { BadgeTone } from '../../components/display/badge.tsx';
import { formatAmount, formatNumber, formatPercent, PLACEHOLDER } from '../../lib/format.ts';

export type AlertsText = ReturnType<typeof useTranslation<'alerts'>>['t'];

export const stateTones: Record<Incident['state'], BadgeTone> = {
  open: 'negative',
  muted: 'warning',
  closed: 'neutral',
};

/** What an incident is about: its kind, or the name of a rule that people have made. */
export const kindText = ({ kind, ruleName }: Pick<Incident, 'kind' | 'ruleName'>, t: AlertsText): string =>
  kind === 'metric' && ruleName !== null ? ruleName : t(`kinds.${kind}`);

export const placeText = ({ integration }: Pick<Incident, 'integration'>, t: AlertsText): string =>
  integration?.name ?? t('allIntegrations');

/** A figure in the unit of its metric. */
export function metricText(metric: AlertMetric, value: number | null): string {
  const { unit } = metrics[metric];
  if (unit === 'ratio') return formatPercent(value, 1);
  return unit === 'euro' ? formatAmount(value) : formatNumber(value, 0, 1);
}

/** The value of an alert as its kind counts it. */
export function valueText(kind: AlertKind, part: IncidentPart, t: AlertsText): string {
  const { value, metric } = part;
  if (value === null) return PLACEHOLDER;
  switch (kind) {
    case 'fetch':
      return t('minutesLate', { count: Math.round(value) });
    case 'quarantine':
      return t('rowsFound', { count: Math.round(value) });
    case 'open':
      return t('stillOpen', { count: Math.round(value) });
    case 'rtp':
      return `${value > 0 ? '+' : ''}${formatNumber(value, 1, 1)}\u00a0σ`;
    default:
      return `${t(`metrics.${metric}`)}: ${metricText(metric, value)}`;
  }
}

export const expectedText = (part: IncidentPart, t: AlertsText): string | null =>
  part.expected === null ? null : t('expectedAbout', { value: metricText(part.metric, part.expected) });

/** How far a figure is off, in percent: `−92 %` of a loss. Null where nothing is expected. */
export function deviationText({ value, expected, deviation }: IncidentPart): string | null {
  if (value === null || expected === null || deviation === null || expected === 0) return null;
  const sign = value < expected ? -1 : 1;
  return formatPercent((sign * Math.abs(deviation)) / 100, 0, true);
}

/** The narrowest place that an alert is about. */
export function partPlace(part: IncidentPart, t: AlertsText): string {
  return (part.game ?? part.operator ?? part.integration)?.name ?? t('allIntegrations');
}
