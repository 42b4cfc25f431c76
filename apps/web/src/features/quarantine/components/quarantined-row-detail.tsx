import type { QuarantinedRow } from '@ludus/contract';
import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { cureOf, unknownGameOf } from '../cures.ts';
import { useSourceText } from './quarantine-filters.tsx';
import styles from './quarantined-row-detail.module.css';

/** Rows of this length were cut when they were stored. */
const maxRowLength = 4_000;

interface QuarantinedRowDetailProps {
  /** Undefined while it is closed. */
  row: QuarantinedRow | undefined;
  onClose: () => void;
}

/** One row over the list: why it is refused, what cures it, and the row itself. */
export function QuarantinedRowDetail({ row, onClose }: QuarantinedRowDetailProps) {
  const { t } = useTranslation('quarantine');
  const isNarrow = useIsNarrow();
  return (
    <Modal
      opened={row !== undefined}
      onClose={onClose}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={760}
      styles={{ body: { padding: 0 } }}
      attributes={{ content: { 'aria-label': t('detail') } }}
    >
      {row !== undefined && (
        <article>
          <header className={styles.head}>
            <h2 className={styles.title}>{renderMessage(row.reasonDetail, row.reason)}</h2>
            <CloseButton onClick={onClose} data-autofocus aria-label={t('close')} />
          </header>
          <div className={styles.body}>
            <Facts row={row} />
            <section className={styles.section}>
              <h3 className={styles.heading}>{t('cure')}</h3>
              <p className={styles.cure}>{t(`cures.${cureOf(row.reasonDetail)}`)}</p>
              <CureLinks row={row} />
            </section>
            <section className={styles.section}>
              <div className={styles.rowHead}>
                <h3 className={styles.heading}>{t('row')}</h3>
                <CopyButton
                  value={row.row}
                  label={t('row')}
                  success={t('copied')}
                  failure={t('copyFailed')}
                />
              </div>
              <pre className={styles.row}>{readable(row.row)}</pre>
              {row.row.length >= maxRowLength && <p className={styles.note}>{t('truncated')}</p>}
            </section>
          </div>
        </article>
      )}
    </Modal>
  );
}

function Facts({ row }: { row: QuarantinedRow }) {
  const { t } = useTranslation('quarantine');
  const sourceOf = useSourceText();
  return (
    <dl className={styles.facts}>
      <Fact label={t('integration')}>
        <IntegrationName name={row.integrationName} number={row.integrationId} />
      </Fact>
      <Fact label={t('sessionId')}>{row.sessionId ?? t('noSessionId')}</Fact>
      <Fact label={t('receivedAt')}>
        <DateTime value={row.receivedAt} withZone />
      </Fact>
      <Fact label={t('firstReceivedAt')}>
        <DateTime value={row.firstReceivedAt} withZone />
      </Fact>
      <Fact label={t('times')}>{formatCount(row.times)}</Fact>
      <Fact label={t('source')}>{sourceOf(row.jobId, row.receivedAt)}</Fact>
    </dl>
  );
}

/** To where the cause can be removed, as far as the reader may go there. */
function CureLinks({ row }: { row: QuarantinedRow }) {
  const { t } = useTranslation('quarantine');
  const mayReadCatalog = useCan('catalog:read');
  const mayCreateGames = useCan('games:edit');
  const mayManageIntegrations = useCan('integrations:manage');
  const cure = cureOf(row.reasonDetail);
  const slug = unknownGameOf(row.reasonDetail);
  return (
    <p className={styles.links}>
      {slug !== null && mayReadCatalog && (
        <Link to="/catalog" search={{ search: slug }}>
          {t('findGame', { slug })}
        </Link>
      )}
      {cure === 'game' && mayCreateGames && (
        <Link to="/games/{-$stepNumber}" params={{ stepNumber: '1' }}>
          {t('newGame')}
        </Link>
      )}
      {(cure === 'operator' || cure === 'version') && mayManageIntegrations && (
        <Link to="/integration/{-$id}" params={{ id: String(row.integrationId) }}>
          {t('openIntegration')}
        </Link>
      )}
      <Link to="/sessions">{t('openSessions')}</Link>
    </p>
  );
}

/** JSON by lines; anything else as it was received. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
