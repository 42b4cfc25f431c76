import type { Outage } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/note.tsx';
import { outageQuery } from '../../../domain/integration/status.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDuration, formatInstant } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-today.ts';
import { lengthOf } from '../outages.ts';
import { UpdateModal } from './outage-actions.tsx';
import styles from './status.module.css';

/** The outage that goes on: what was written about it last, and where the provider writes the next. */
export function OngoingOutage({ outage, onOpen }: { outage: Outage; onOpen: () => void }) {
  const { t, i18n } = useTranslation('status');
  const mayManage = useCan('outages:manage');
  const [isWriting, setIsWriting] = useState(false);
  const last = useQuery(outageQuery(outage.id)).data?.events.findLast(({ kind }) => kind === 'message');
  const text = i18n.language.startsWith('it') ? last?.textIt : last?.textEn;
  return (
    <Note
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
      title={t('ongoing', { services: outage.services.map((one) => t(`service.${one}`)).join(', ') })}
      role="status"
      actions={
        <div className={styles.ongoing}>
          {mayManage && <Button onClick={() => setIsWriting(true)}>{t('write')}</Button>}
          <Button variant="default" onClick={onOpen}>
            {t('timeline')}
          </Button>
        </div>
      }
    >
      <p>
        {t('ongoingSince', {
          since: formatInstant(outage.openedAt, 'minutes'),
          duration: formatDuration(lengthOf(outage, useNow()), i18n.language),
        })}
      </p>
      {last && text && <p>{t('lastUpdate', { time: last.at, text })}</p>}
      {isWriting && (
        <UpdateModal id={outage.id} name={outage.integration.name} onClose={() => setIsWriting(false)} />
      )}
    </Note>
  );
}
