import { useTranslation } from 'react-i18next';
import {
  type DateTimeStyle,
  formatInstant,
  type Instant,
  viewerZone,
  ZONE,
  zoneName,
} from '../../lib/format.ts';
import { hint } from '../hint.ts';

interface DateTimeProps {
  value: Instant | null | undefined;
  format?: DateTimeStyle;
  /** Writes the zone beside the time. Leave it off where a header or coverage line already names Europe/Rome. */
  withZone?: boolean;
  className?: string;
}

/** One instant in Europe/Rome; the tooltip names the zone and the viewer's own time. */
export function DateTime({ value, format = 'seconds', withZone, className }: DateTimeProps) {
  const { t } = useTranslation('common');
  const text = formatInstant(value, format);
  const date = value === null || value === undefined ? null : new Date(value);
  if (!date || Number.isNaN(date.getTime())) return <span className={className}>{text}</span>;
  const zone = viewerZone();
  const own = formatInstant(date, format === 'date' ? 'minutes' : format, zone);
  const lines = [t('romeTime', { zone: zoneName(date) })];
  if (zone !== ZONE) lines.push(t('viewerTime', { time: own, zone }));
  return (
    <time
      {...hint(lines.join('\n'))}
      dateTime={date.toISOString()}
      className={className}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
      {withZone ? ` ${zoneName(date)}` : ''}
    </time>
  );
}
