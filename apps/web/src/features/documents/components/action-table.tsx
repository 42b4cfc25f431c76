import { type CertificateAction, jurisdictionName } from '@ludus/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useDaysLeft } from '../use-days-left.ts';
import styles from './documents.module.css';
import { stateTones } from './state-badge.tsx';

interface ActionTableProps {
  rows: readonly CertificateAction[];
  coverOf: (gameId: number) => string | undefined;
  loading: boolean;
  stale: boolean;
  /** Staff of the provider see which integrations a row concerns. */
  mayManage: boolean;
  onOpen: (certificateId: number) => void;
  /** Null for whoever may not add any. */
  onAdd: ((row: CertificateAction, cell: CertificateAction) => void) | null;
  empty: ReactNode;
}

const rowId = ({ game, jurisdiction, state }: CertificateAction) => `${game.id} ${jurisdiction} ${state}`;

/** Games that lack a certificate, or soon will, where their integrations need one. */
export function ActionTable(props: ActionTableProps) {
  const { rows, coverOf, mayManage, onOpen, onAdd } = props;
  const { t, i18n } = useTranslation('documents');
  const reader = readerLanguage(i18n.language);
  const daysLeft = useDaysLeft();
  const isCompact = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<CertificateAction>[]>(() => {
    const all: (DataColumn<CertificateAction> | false)[] = [
      { id: 'state', header: t('state'), cell: ({ state }) => <State state={state} />, fit: true },
      {
        id: 'game',
        header: t('game'),
        width: isCompact ? '40%' : '30%',
        cell: ({ game, integrations }) => (
          <GameName
            name={game.name}
            subName={game.sub_name}
            src={coverOf(game.id)}
            // A tablet has no room for a column of them.
            beneath={mayManage && isCompact ? namesOf(integrations) : undefined}
          />
        ),
      },
      {
        id: 'jurisdiction',
        header: t('jurisdiction'),
        cell: ({ jurisdiction }) => jurisdictionName(jurisdiction, reader),
      },
      mayManage &&
        !isCompact && {
          id: 'integrations',
          header: t('integrations'),
          width: '26%',
          cell: ({ integrations }) => (
            <span className="hub-ellipsis" title={namesOf(integrations)}>
              {namesOf(integrations)}
            </span>
          ),
        },
      {
        id: 'until',
        header: t('validUntil'),
        align: 'right',
        cell: (row) => <End row={row} />,
      },
      {
        id: 'do',
        header: '',
        label: t('action'),
        align: 'right',
        cell: (row) => <Act row={row} onOpen={onOpen} onAdd={onAdd} />,
      },
    ];
    return all.filter((column) => column !== false);
  }, [t, reader, mayManage, isCompact, coverOf, onOpen, onAdd]);
  const shortNamesOf = (integrations: CertificateAction['integrations']) =>
    integrations.length === 1 ? namesOf(integrations) : t('integrationCount', { count: integrations.length });
  return (
    <DataTable
      label={t('needsAction')}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowHeight={48}
      fill
      loading={props.loading}
      stale={props.stale}
      empty={props.empty}
      phoneRow={(row) => ({
        art: <GameThumb src={coverOf(row.game.id)} width={34} height={40} />,
        title: (
          <span>
            {row.game.name}
            {row.game.sub_name && <span className={styles.subName}> {row.game.sub_name}</span>}
          </span>
        ),
        sub: (
          <span className={styles.phoneSub}>
            <span className={styles.stateLine}>
              <State state={row.state} />
              {daysLeft({ validUntil: row.until })}
            </span>
            <span>
              {[jurisdictionName(row.jurisdiction, reader), mayManage && shortNamesOf(row.integrations)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        ),
        value: <Act row={row} onOpen={onOpen} onAdd={onAdd} />,
      })}
    />
  );
}

const namesOf = (integrations: CertificateAction['integrations']) =>
  integrations.map(({ name }) => name).join(', ');

function State({ state }: Pick<CertificateAction, 'state'>) {
  const { t } = useTranslation('documents');
  return (
    <Badge tone={stateTones[state]} ring={state === 'missing'}>
      {t(`coverageStates.${state}`)}
    </Badge>
  );
}

/** The last day, and how far it is; of what never was, from when on one will hold. */
function End({ row: { until, from } }: { row: CertificateAction }) {
  const { t } = useTranslation('documents');
  const daysLeft = useDaysLeft();
  const second = from === null ? daysLeft({ validUntil: until }) : t('startsOn', { day: formatDay(from) });
  return (
    <span className={styles.twoLines}>
      {until === null ? <span className={styles.dim}>{PLACEHOLDER}</span> : <span>{formatDay(until)}</span>}
      {second !== null && <span className={`hub-ellipsis ${styles.second}`}>{second}</span>}
    </span>
  );
}

type ActProps = Pick<ActionTableProps, 'onOpen' | 'onAdd'> & { row: CertificateAction };

/** To the certificate, from where it is replaced; to the form for one where there is none. */
function Act({ row, onOpen, onAdd }: ActProps) {
  const { t, i18n } = useTranslation('documents');
  const { certificateId, game, jurisdiction } = row;
  const of = { game: game.name, jurisdiction: jurisdictionName(jurisdiction, readerLanguage(i18n.language)) };
  if (certificateId !== null)
    return (
      <Button
        className={styles.act}
        size="xs"
        variant="default"
        aria-label={t('openOf', of)}
        onClick={() => onOpen(certificateId)}
      >
        {t('openShort')}
      </Button>
    );
  if (onAdd === null) return null;
  return (
    <Button
      className={styles.act}
      size="xs"
      variant="default"
      aria-label={t('addOf', of)}
      onClick={() => onAdd(row, row)}
    >
      {t('addShort')}
    </Button>
  );
}
