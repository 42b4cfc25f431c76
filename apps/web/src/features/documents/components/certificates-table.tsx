import { type CertificateRow, jurisdictionName } from '@ludus/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GameName, GameThumb, IntegrationName } from '../../../components/display/entity-label.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useDaysLeft } from '../use-days-left.ts';
import styles from './documents.module.css';
import { StateBadge } from './state-badge.tsx';

interface CertificatesTableProps {
  rows: readonly CertificateRow[];
  coverOf: (gameId: number) => string | undefined;
  loading: boolean;
  stale: boolean;
  /** Staff of the provider see for which integration a document is. */
  mayManage: boolean;
  selectedId: number | undefined;
  onOpen: (id: number) => void;
  empty: ReactNode;
}

/** Documents by their end: what ends first is on top. */
export function CertificatesTable(props: CertificatesTableProps) {
  const { rows, mayManage, onOpen, coverOf } = props;
  const { t, i18n } = useTranslation('documents');
  const isCompact = useMedia(breakpoints.laptop);
  const reader = readerLanguage(i18n.language);
  const daysLeft = useDaysLeft();
  const successorOf = useSuccessor();
  // A phone has room for what neither the name nor the jurisdiction says.
  const coverageOf = ({ name, games, gameCount, jurisdiction }: CertificateRow) => {
    const [first] = games;
    if (!first) return jurisdiction === null && t('generalDocument');
    return gameCount === 1 && !name.includes(first.name) && first.name;
  };
  const columns = useMemo<DataColumn<CertificateRow>[]>(() => {
    const all: (DataColumn<CertificateRow> | false)[] = [
      {
        id: 'document',
        header: t('document'),
        cell: ({ name, fileName, type }) => (
          <span className={styles.document}>
            <FileIcon fileName={fileName} />
            <span className={styles.twoLines}>
              {/* A certificate is what the list is of: its name has the room of both lines. */}
              <span className={type === 'certificate' ? styles.wholeName : 'hub-ellipsis'} title={name}>
                {name}
              </span>
              {type !== 'certificate' && (
                <span className={`hub-ellipsis ${styles.second}`}>
                  {type === null ? fileName : t(`types.${type}`)}
                </span>
              )}
            </span>
          </span>
        ),
        width: isCompact ? '34%' : '26%',
      },
      {
        id: 'state',
        header: t('state'),
        cell: (document) => <StateBadge document={document} />,
        fit: true,
      },
      {
        id: 'jurisdiction',
        header: t('jurisdiction'),
        cell: ({ jurisdiction }) =>
          jurisdiction === null ? (
            <span className={styles.dim}>{PLACEHOLDER}</span>
          ) : (
            jurisdictionName(jurisdiction, reader)
          ),
      },
      {
        id: 'games',
        header: t('coveredGames'),
        // A tablet has room for the name or for the picture.
        cell: (document) => <GameNames document={document} {...(!isCompact && { coverOf })} />,
        width: isCompact ? '20%' : '22%',
      },
      mayManage &&
        !isCompact && {
          id: 'integration',
          header: t('integration'),
          cell: ({ integration }) =>
            integration ? (
              <IntegrationName name={integration.name} number={integration.id} />
            ) : (
              <span className={styles.dim}>{t('allOfThem')}</span>
            ),
        },
      !isCompact && {
        id: 'validFrom',
        header: t('validFrom'),
        cell: ({ validFrom }) => <DayCell day={validFrom} />,
        align: 'right',
      },
      {
        id: 'validUntil',
        header: t('validUntil'),
        cell: (document) => <EndCell document={document} />,
        align: 'right',
      },
    ];
    return all.filter((column) => column !== false);
  }, [t, reader, mayManage, isCompact, coverOf]);
  return (
    <DataTable
      label={t('certificatesTable')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      rowHeight={48}
      fill
      loading={props.loading}
      stale={props.stale}
      selectedId={props.selectedId === undefined ? null : String(props.selectedId)}
      onRowClick={({ id }) => onOpen(id)}
      rowLabel={({ name }) => t('open', { name })}
      empty={props.empty}
      phoneRow={(document) => ({
        art: document.games[0] ? (
          <GameThumb src={coverOf(document.games[0].id)} width={34} height={40} />
        ) : (
          <span className={styles.art}>
            <FileIcon fileName={document.fileName} />
          </span>
        ),
        title: document.name,
        sub: (
          <span className="hub-ellipsis">
            {[
              successorOf(document) ?? daysLeft(document),
              document.jurisdiction && jurisdictionName(document.jurisdiction, reader),
              coverageOf(document),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        ),
        value: document.validUntil === null ? t('noEnd') : formatDay(document.validUntil),
        note: <StateBadge document={document} />,
      })}
    />
  );
}

function DayCell({ day }: { day: string | null }) {
  return day === null ? <span className={styles.dim}>{PLACEHOLDER}</span> : formatDay(day);
}

/** The last day of a document, and how far it is from today; of one with a successor which that is, and from when on. */
function EndCell({ document }: { document: CertificateRow }) {
  const { t } = useTranslation('documents');
  const daysLeft = useDaysLeft();
  const successor = useSuccessor()(document);
  if (document.validUntil === null && successor === null)
    return <span className={styles.dim}>{t('noEnd')}</span>;
  return (
    <span className={styles.twoLines}>
      {document.validUntil === null ? (
        <span className={styles.dim}>{t('noEnd')}</span>
      ) : (
        <span>{formatDay(document.validUntil)}</span>
      )}
      <span className={`hub-ellipsis ${styles.second} ${styles.successor}`} title={successor ?? undefined}>
        {successor ?? daysLeft(document)}
      </span>
    </span>
  );
}

/** Says what takes the place of a document: "Replaced by RNG 2027", "Replaced from 01/12/2026 on by RNG 2027"; null without one. */
function useSuccessor() {
  const { t } = useTranslation('documents');
  const today = useToday();
  return ({ replacedBy }: CertificateRow): string | null => {
    if (replacedBy === null) return null;
    const { name, validFrom } = replacedBy;
    const isNow = validFrom === null || validFrom <= today;
    return `${isNow ? t('replacedByNow') : t('replacedByFrom', { day: formatDay(validFrom) })} ${name}`;
  };
}

/** The first game, and how many more there are. */
export function GameNames({
  document: { games, gameCount, isGeneral },
  coverOf,
}: {
  coverOf?: (gameId: number) => string | undefined;
  document: Pick<CertificateRow, 'games' | 'gameCount' | 'isGeneral'>;
}) {
  const { t } = useTranslation('documents');
  const [first] = games;
  if (!first) return <span className={styles.dim}>{isGeneral ? t('generalDocument') : PLACEHOLDER}</span>;
  return (
    <span className={styles.games}>
      {coverOf ? (
        <GameName name={first.name} subName={null} src={coverOf(first.id)} />
      ) : (
        <span className="hub-ellipsis" title={first.name}>
          {first.name}
        </span>
      )}
      {gameCount > 1 && (
        <span className={styles.more} title={games.map(({ name }) => name).join(', ')}>
          +{gameCount - 1}
        </span>
      )}
    </span>
  );
}
