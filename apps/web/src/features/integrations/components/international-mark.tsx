import type { IntegrationVersion } from '@ludus/contract';
import { IconBolt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The lightning of the international version; nothing for the other one. */
export function InternationalMark({ version }: { version: IntegrationVersion }) {
  const { t } = useTranslation('integrations');
  if (version !== 'GAI-INTERNATIONAL') return null;
  return (
    <span role="img" aria-label={t('international')} title={t('international')} style={{ display: 'flex' }}>
      <IconBolt size={16} stroke={1.75} color="var(--hub-info)" aria-hidden="true" />
    </span>
  );
}
