import type { Service, ServiceStatus } from '@ludus/contract';
import { IconCheck, IconClockQuestion, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/identity.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SkeletonLine } from '../../../components/skeletons.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { formatCount, formatInstant } from '../../../lib/format.ts';
import styles from './service-list.module.css';

const shownServices = ['gaming', 'play', 'launch', 'data'] as const satisfies readonly Service[];

type State = ServiceStatus['gaming'];

interface Verdict {
  state: State;
  failing: number;
}

/** A service is well when it is healthy at every integration the reader sees, else the failing ones are counted (OPEN-74). */
export function verdictOf(service: Service, rows: readonly ServiceStatus[]): Verdict {
  const failing = rows.filter((row) => row[service] === 'failing').length;
  if (failing > 0) return { state: 'failing', failing };
  const isKnown = rows.length > 0 && rows.every((row) => row[service] === 'healthy');
  return { state: isKnown ? 'healthy' : 'unknown', failing: 0 };
}

export function ServiceList({ rows }: { rows: readonly ServiceStatus[] | undefined }) {
  const { t } = useTranslation('dashboard');
  const lastCheck = rows
    ?.map((row) => row.checkedAt)
    .filter((instant) => instant !== null)
    .sort()
    .at(-1);
  const coverage = lastCheck ? t('checkedAt', { time: formatInstant(lastCheck, 'time') }) : t('neverChecked');
  return (
    <Panel title={t('services')} coverage={rows ? coverage : undefined} flush>
      {rows?.length === 0 ? (
        <EmptyState compact title={t('noIntegrations')} />
      ) : (
        <table className={styles.table} aria-busy={!rows || undefined}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hub-visually-hidden">{t('integration')}</span>
              </th>
              {shownServices.map((service) => (
                <th scope="col" key={service}>
                  {t(`service.${service}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows ? <ServiceRows rows={rows} /> : <SkeletonRows />}</tbody>
        </table>
      )}
    </Panel>
  );
}

function ServiceRows({ rows }: { rows: readonly ServiceStatus[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      {rows.length > 1 && (
        <tr className={styles.summary}>
          <th scope="row">{t('summary')}</th>
          {shownServices.map((service) => (
            <td key={service}>
              <Summary service={service} verdict={verdictOf(service, rows)} />
            </td>
          ))}
        </tr>
      )}
      {rows.map((row) => (
        <tr key={row.integrationId}>
          <th scope="row">
            <IntegrationName name={row.integrationName} number={row.integrationId} />
          </th>
          {shownServices.map((service) => (
            <td key={service}>
              <StateMark
                state={row[service]}
                label={`${t(`service.${service}`)}: ${t(`serviceState.${row[service]}`)}`}
              />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

function SkeletonRows() {
  return [1, 2, 3, 4].map((row) => (
    <tr key={row}>
      <td colSpan={5}>
        <SkeletonLine />
      </td>
    </tr>
  ));
}

function Summary({ service, verdict }: { service: Service; verdict: Verdict }) {
  const { t } = useTranslation('dashboard');
  const name = t(`service.${service}`);
  const shown = formatCount(verdict.failing);
  const label = {
    healthy: t('serviceHealthy', { service: name }),
    failing: t('serviceFailing', { service: name, count: verdict.failing, shown }),
    unknown: t('serviceUnknown', { service: name }),
  }[verdict.state];
  return <StateMark state={verdict.state} label={label} note={verdict.failing > 0 ? shown : undefined} />;
}

function StateMark({ state, label, note }: { state: State; label: string; note?: string }) {
  const Icon = { healthy: IconCheck, failing: IconX, unknown: IconClockQuestion }[state];
  return (
    <span className={styles.mark} data-state={state} role="img" aria-label={label} title={label}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {note}
    </span>
  );
}
