/** What incidents say, as messages for readers of any language. */
import { type AlertKind, type AlertMetric, type Message, messageOf, metrics } from '@ludus/contract';

const metricMessages = {
  sessionsTotal: messageOf('alerts.metricSessions'),
  rounds: messageOf('alerts.metricRounds'),
  bet: messageOf('alerts.metricBet'),
  win: messageOf('alerts.metricWin'),
  grosswin: messageOf('alerts.metricGrossWin'),
  rtp: messageOf('alerts.metricRtp'),
} as const satisfies Record<AlertMetric, Message>;

/** What kind of incident it is; one of people's own rules has their name. */
export function kindMessage(kind: AlertKind, ruleName: string | null): Message {
  switch (kind) {
    case 'activity':
      return messageOf('alerts.kindActivity');
    case 'wins':
      return messageOf('alerts.kindWins');
    case 'fetch':
      return messageOf('alerts.kindFetch');
    case 'quarantine':
      return messageOf('alerts.kindQuarantine');
    case 'rtp':
      return messageOf('alerts.kindRtp');
    case 'open':
      return messageOf('alerts.kindOpen');
    case 'metric':
      return messageOf('plain.text', { text: ruleName ?? '' });
  }
}

export function titleMessage(kind: AlertKind, ruleName: string | null, integration: string | null): Message {
  const what = kindMessage(kind, ruleName);
  return integration === null ? what : messageOf('alerts.titleAt', { what, where: integration });
}

export interface PartFigures {
  kind: AlertKind;
  metric: AlertMetric;
  value: number | null;
  expected: number | null;
  deviation: number | null;
}

const tenths = (value: number) => Math.round(value * 10) / 10;

/** The figures of a part, such as "Sessions: 3, about 41 expected". */
export function figureMessage({ kind, metric, value, expected, deviation }: PartFigures): Message {
  if (value === null) return messageOf('alerts.figureNone');
  switch (kind) {
    case 'fetch':
      return messageOf('alerts.figureFetch', { count: Math.round(value) });
    case 'quarantine':
      return messageOf('alerts.figureRows', { count: Math.round(value) });
    case 'open':
      return messageOf('alerts.figureOpen', { count: Math.round(value), percent: tenths(deviation ?? 0) });
    case 'rtp':
      return messageOf('alerts.figureDeviation', { value: tenths(value) });
    default: {
      const isRatio = metrics[metric].unit === 'ratio';
      const shown = (number: number) => (isRatio ? tenths(number * 100) : Math.round(number));
      const values = {
        metric: metricMessages[metric],
        value: shown(value),
        expected: shown(expected ?? 0),
      };
      return isRatio ? messageOf('alerts.figureRatio', values) : messageOf('alerts.figureCompared', values);
    }
  }
}
