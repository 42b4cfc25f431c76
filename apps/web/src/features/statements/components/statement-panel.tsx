import { type StatementDetail, statementEditions } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { statementQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay } from '../../../lib/format.ts';
import { monthName, StandingBadge, type StatementsText } from '../statement-texts.tsx';
import { DaysLate } from './days-late.tsx';
import { DisputeBanner, DisputeOutcome } from './dispute-banner.tsx';
import { StatementActions } from './statement-actions.tsx';
import { StatementAmounts, StatementFigures } from './statement-content.tsx';
import { StatementHistory } from './statement-history.tsx';
import { StatementPayments } from './statement-payments.tsx';
import styles from './statements.module.css';

interface StatementPanelProps {
  id: number;
  onClose: () => void;
}

/** A statement: what is owed and paid, what can be done and was done with it; what it is made of comes last, for it may be long. */
export function StatementPanel({ id, onClose }: StatementPanelProps) {
  const { t, i18n } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const query = useQuery(statementQuery(id));
  const statement = query.data;
  const name = statement
    ? t('panelName', { number: statement.number, integration: statement.integration.name })
    : t('statement');
  return (
    <SidePanel label={name} width={1100} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {statement ? (
            <>
              <span>{statement.number}</span>
              <IntegrationName name={statement.integration.name} number={statement.integration.id} />
              <span className={styles.quiet}>{monthName(statement.month, i18n.language)}</span>
            </>
          ) : (
            t('statement')
          )}
        </h2>
        {statement && <StandingBadge {...statement} />}
        <ActionIcon aria-label={common('close')} onClick={onClose}>
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <div className={styles.body}>
        <QueryView query={query} compact>
          <MoneyStrip statement={statement} />
          {statement ? <PanelContent statement={statement} /> : <PanelSkeleton />}
        </QueryView>
      </div>
    </SidePanel>
  );
}

/** As high as actions, parties and the table that take its place. */
export function PanelSkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <SkeletonLine width="46%" height={32} my={0} />
      <SkeletonLine height={132} my={0} radius={8} />
      <SkeletonLine width="24%" />
      <SkeletonLine height={340} my={0} radius={8} />
    </div>
  );
}

function MoneyStrip({ statement }: { statement: StatementDetail | undefined }) {
  const { t } = useTranslation('statements');
  const tile = (key: 'total' | 'paid' | 'adjusted' | 'open') => ({
    key,
    label: t(key === 'open' ? 'open' : key === 'total' ? 'total' : key === 'paid' ? 'paidSum' : 'adjusted'),
    value: (
      <Amount
        value={statement?.[key] ?? (statement ? null : 0)}
        size="tile"
        tone="neutral"
        plus={key === 'adjusted'}
        strong={key === 'open'}
      />
    ),
  });
  return (
    <StatTiles
      raised
      loading={!statement}
      tiles={[
        tile('total'),
        tile('adjusted'),
        tile('paid'),
        tile('open'),
        // Of what is settled nothing is to be paid by any day.
        ...(statement?.payment === 'settled'
          ? []
          : [
              {
                key: 'dueOn',
                label: t('dueOn'),
                value: <span className={styles.day}>{formatDay(statement?.dueOn)}</span>,
                ...(statement && statement.daysLate > 0
                  ? { note: <DaysLate days={statement.daysLate} /> }
                  : {}),
              },
            ]),
      ]}
    />
  );
}

function PanelContent({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const mayReadMonth = useCan('periods:read');
  const { content, dispute } = statement;
  return (
    <>
      {dispute ? (
        <DisputeBanner statement={statement} dispute={dispute} />
      ) : (
        <DisputeOutcome statement={statement} />
      )}
      <StatementActions statement={statement} />
      <div className={styles.facts}>
        {t('issuedOn')} <DateTime value={statement.issuedAt} format="minutes" />
        {mayReadMonth && (
          <InternalLink href={`/period-close?integration=${content.integration.id}&month=${content.month}`}>
            {t('closedMonth')}
          </InternalLink>
        )}
        <Files files={statement.files} />
        <Checksums files={statement.files} />
      </div>
      <StatementAmounts content={content} statement={statement} />
      <StatementPayments statement={statement} />
      <StatementHistory statement={statement} />
      <StatementFigures content={content} />
    </>
  );
}

const icons = { pdf: IconFileTypePdf, xlsx: IconFileSpreadsheet } as const;

/** The statement as it was issued, which never changes, and as it is now, once anything was decided or paid. */
function Files({ files }: Pick<StatementDetail, 'files'>) {
  const { t } = useTranslation('statements');
  const editions = statementEditions.filter((edition) => files.some((file) => file.edition === edition));
  return editions.map((edition) => {
    const own = files.filter((file) => file.edition === edition);
    return (
      <span key={edition} className={styles.files}>
        {editions.length > 1 && <span className={styles.quiet}>{t(`editions.${edition}`)}</span>}
        <FormatLinks files={own} edition={editions.length > 1 ? t(`editions.${edition}`) : undefined} />
      </span>
    );
  });
}

/** Of the files that are kept: folded, for few have to prove what they were sent. */
function Checksums({ files }: Pick<StatementDetail, 'files'>) {
  const { t } = useTranslation('statements');
  const kept = files.flatMap(({ sha256, ...file }) =>
    file.format === 'pdf' && sha256 !== null ? [{ ...file, sha256 }] : [],
  );
  if (kept.length === 0) return null;
  return (
    <details className={styles.checksums}>
      <summary>{t('checksums')}</summary>
      {kept.map((file) => (
        <Checksum key={`${file.edition} ${file.language}`} file={file} />
      ))}
    </details>
  );
}

interface ChecksumProps {
  file: StatementDetail['files'][number] & { sha256: string };
}

/** Named as the link of its file is. */
function Checksum({ file: { sha256, ...file } }: ChecksumProps) {
  const { t } = useTranslation('statements');
  const label = t('checksumOf', { file: nameOf(t, file) });
  return (
    <span className={styles.checksum}>
      {label} <span className="hub-id">{sha256.slice(0, 12)}…</span>
      <CopyButton
        value={sha256}
        label={label}
        success={t('checksumCopied')}
        failure={t('checksumNotCopied')}
      />
    </span>
  );
}

const nameOf = (
  t: StatementsText,
  { format, language }: Pick<StatementDetail['files'][number], 'format' | 'language'>,
) => `${format.toUpperCase()} ${t(`languages.${language}`)}`;

interface FormatLinksProps extends Pick<StatementDetail, 'files'> {
  /** Where there are several: for people who hear the links one by one. */
  edition: string | undefined;
}

/** As printed and as a workbook, for readers of either language. */
function FormatLinks({ files, edition }: FormatLinksProps) {
  const { t } = useTranslation('statements');
  return (
    <>
      {(['pdf', 'xlsx'] as const).map((format) => {
        const Icon = icons[format];
        const own = files.filter((file) => file.format === format);
        return own.length === 0 ? null : (
          <span key={format} className={styles.fileKind}>
            <Icon size={16} stroke={1.5} aria-hidden="true" />
            {own.map(({ language, url }) => {
              const name = nameOf(t, { format, language });
              return (
                <a
                  key={language}
                  href={url}
                  target="_blank"
                  rel="noreferrer"
                  aria-label={edition === undefined ? undefined : `${name}, ${edition}`}
                >
                  {name}
                </a>
              );
            })}
          </span>
        );
      })}
    </>
  );
}
