import { type Integration, messageOf } from '@ludus/contract';
import { Button, Checkbox, Loader, Popover } from '@mantine/core';
import { IconCloudDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { useFetching } from '../../../domain/session/fetching.ts';
import { useFetchSessions } from '../../../domain/session/sessions.ts';
import { daysOf, type Period } from '../../../lib/days.ts';
import { formatPercent, formatPeriod } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import styles from './fetch-button.module.css';

interface FetchButtonProps {
  period: Period;
  integrations: readonly Integration[];
  /** Id of the socket connection, sent along with the call. */
  socketId: () => string | undefined;
  onStarted: (jobId: string) => void;
}

/** The most Rome days one fetch may ask for, both ends included. */
export const maxFetchDays = 31;

/** Opens what is chosen for a fetch of the period's sessions; spins while one runs. */
export function FetchButton({ period, integrations, socketId, onStarted }: FetchButtonProps) {
  const { t } = useTranslation('sessionsOverview');
  const isIcon = useMedia(breakpoints.tablet);
  const { isFetching, percentage } = useFetching();
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const [isForced, setIsForced] = useState(false);
  const fetching = useFetchSessions({
    onStarted: (jobId) => {
      toast('running', t('fetchStarted'));
      setIsForced(false);
      setOpened(false);
      onStarted(jobId);
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  const start = () => {
    if (daysOf(period) > maxFetchDays)
      toast('error', renderMessage(messageOf('fields.fetchIntervalTooLong')));
    else
      fetching.mutate({
        dateStart: period.from,
        dateEnd: period.to,
        integrationIds: chosen.map(Number),
        socketId: socketId(),
        ...(isForced && { forceUpdate: true }),
      });
  };
  const mark = isFetching ? (
    <span role="status" title={t('fetchingPart')} style={{ display: 'flex' }}>
      <Loader size={14} aria-hidden="true" />
      <span className="hub-visually-hidden">{t('fetchingPart')}</span>
    </span>
  ) : (
    <IconCloudDownload size={16} stroke={1.5} aria-hidden="true" />
  );
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(380px, calc(100vw - 32px))"
      withinPortal
      trapFocus
      returnFocus
      // Escape closes the list of the picker first, which keeps the key to itself.
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-label={t('fetchTitle')}
          onClick={() => setOpened(!opened)}
          leftSection={isIcon ? undefined : mark}
          data-square={isIcon || undefined}
          title={isIcon ? t('fetchTitle') : undefined}
        >
          {isIcon ? mark : t('fetchTitle')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t('fetchTitle')}
        onKeyDown={({ key }) => key === 'Escape' && setOpened(false)}
      >
        <div className={styles.form}>
          <div>
            <div className={styles.title}>{t('fetchTitle')}</div>
            <div className={styles.coverage}>{t('fetchCoverage', { period: formatPeriod(period) })}</div>
          </div>
          <MultiPicker
            label={t('integrations')}
            placeholder={t('allIntegrations')}
            value={chosen}
            onChange={setChosen}
            withinPortal={false}
            options={integrations.map((integration) => ({
              value: String(integration.id),
              label: integration.name,
              art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
            }))}
          />
          <Checkbox
            size="xs"
            checked={isForced}
            onChange={({ currentTarget }) => setIsForced(currentTarget.checked)}
            label={t('forceUpdate')}
            description={t('forceUpdateHelp')}
          />
          {isFetching && <Running percentage={percentage} />}
          <div className={styles.foot}>
            <Link to="/quarantine">{t('quarantine')}</Link>
            <Button onClick={start} loading={fetching.isPending}>
              {t('fetch')}
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** That a fetch runs, and of the own one how far it is. */
function Running({ percentage }: { percentage: number | null }) {
  const { t } = useTranslation('sessionsOverview');
  return (
    <div className={styles.running}>
      <div className={styles.words}>
        <span>{t('fetchingPart')}</span>
        {percentage !== null && <span>{formatPercent(percentage / 100, 0)}</span>}
      </div>
      {percentage !== null && (
        <div
          className={styles.track}
          role="progressbar"
          aria-label={t('fetchingPart')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percentage)}
        >
          <div className={styles.fill} style={{ width: `${percentage}%` }} />
        </div>
      )}
    </div>
  );
}
