import { isLanguage, jurisdictionName } from '@ludus/contract';
import { IconCertificateOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/display/badge.tsx';
import { hint } from '../../components/hint.ts';
import { formatDay } from '../../lib/format.ts';
import type { Lapsed } from './lapsed.ts';
import styles from './lapsed-mark.module.css';

interface LapsedMarkProps {
  rows: readonly Lapsed[];
  /** Lies on a picture, as a plate; or says it in words. */
  look?: 'icon' | 'plate' | 'words';
  /** Names the integrations that need it: where a list is of one, it does not. */
  withIntegrations?: boolean;
}

/** Says of a game that its certificate has lapsed, and where, for whoever points at it. */
export function LapsedMark({ rows, look = 'icon', withIntegrations = false }: LapsedMarkProps) {
  const { t, i18n } = useTranslation('certificate');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const lines = rows.map(({ jurisdiction, until, integrations }) =>
    t(withIntegrations ? 'lapsedFor' : 'lapsedIn', {
      jurisdiction: jurisdictionName(jurisdiction, language),
      day: formatDay(until),
      names: integrations.map(({ name }) => name).join(', '),
    }),
  );
  const text = [t('lapsed'), ...lines].join('\n');
  if (look === 'words') {
    return (
      <span {...hint(lines.join('\n'))}>
        <Badge tone="negative">{t('lapsed')}</Badge>
        <span className="hub-visually-hidden">{lines.join('. ')}</span>
      </span>
    );
  }
  return (
    <span
      className={styles.mark}
      data-look={look}
      role="img"
      aria-label={text.replaceAll('\n', '. ')}
      {...hint(text)}
    >
      <IconCertificateOff size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
