import {
  type CoverageCell,
  type CoverageRow,
  jurisdictionName,
  type NeededJurisdiction,
} from '@ludus/contract';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { GameName, GameThumb } from '../../../components/display/entity-label.tsx';
import { hint } from '../../../components/hint.ts';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatDay, PLACEHOLDER } from '../../../lib/format.ts';
import { readerLanguage } from '../../../lib/language-names.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from './coverage-matrix.module.css';
import { CoverageHead, CoverageSummary } from './coverage-summary.tsx';
import { stateTones } from './state-badge.tsx';

/** What is opened from a cell: its certificate, or a form for one that is missing. */
export interface CellActions {
  onOpen: (certificateId: number) => void;
  /** Null for whoever may not add any. */
  onAdd: ((row: CoverageRow, cell: CoverageCell) => void) | null;
}

interface CoverageMatrixProps extends CellActions {
  rows: readonly CoverageRow[];
  jurisdictions: readonly NeededJurisdiction[];
  byJurisdiction: ComponentProps<typeof CoverageSummary>['byJurisdiction'];
  coverOf: (gameId: number) => string | undefined;
  loading: boolean;
  stale: boolean;
  empty: ReactNode;
}

const titleOf = ({ game }: CoverageRow) => (game.sub_name ? `${game.name} ${game.sub_name}` : game.name);

/** Games down, the jurisdictions that their integrations need across. */
export function CoverageMatrix(props: CoverageMatrixProps) {
  const { rows, jurisdictions, byJurisdiction, coverOf, onOpen, onAdd, loading } = props;
  const { t, i18n } = useTranslation('documents');
  const isPhone = useIsPhone();
  const reader = readerLanguage(i18n.language);
  const columns = useMemo<DataColumn<CoverageRow>[]>(
    () => [
      {
        id: 'game',
        header: t('game'),
        width: 320,
        cell: ({ game }) => <GameName name={game.name} subName={game.sub_name} src={coverOf(game.id)} />,
      },
      ...jurisdictions.map((code): DataColumn<CoverageRow> => {
        const name = jurisdictionName(code, reader);
        return {
          id: code,
          header: (
            <CoverageHead
              name={jurisdictions.length > 6 ? code : name}
              isRoomy={jurisdictions.length <= 3}
              title={name}
              totals={byJurisdiction.find(({ jurisdiction }) => jurisdiction === code)?.totals}
            />
          ),
          cell: (row) => <Cell row={row} code={code} onOpen={onOpen} onAdd={onAdd} />,
          // Equal shares of what the names leave.
          width: `${Math.floor(75 / jurisdictions.length)}%`,
          fit: true,
        };
      }),
    ],
    [t, reader, jurisdictions, byJurisdiction, coverOf, onOpen, onAdd],
  );
  if (isPhone && !loading && rows.length > 0) {
    return (
      <>
        <CoverageSummary byJurisdiction={byJurisdiction} />
        <ul className={styles.list} aria-label={t('matrix')}>
          {rows.map((row) => (
            <li key={row.game.id} className={styles.item}>
              <GameThumb src={coverOf(row.game.id)} width={34} height={40} />
              <div className={styles.texts}>
                <span className={styles.title}>
                  {row.game.name}
                  {row.game.sub_name && <span className={styles.sub}> {row.game.sub_name}</span>}
                </span>
                <span className={styles.cells}>
                  {jurisdictions.map((code) => (
                    <Cell key={code} row={row} code={code} onOpen={onOpen} onAdd={onAdd} named />
                  ))}
                </span>
              </div>
            </li>
          ))}
        </ul>
      </>
    );
  }
  return (
    <div className={styles.matrix}>
      <DataTable
        label={t('matrix')}
        columns={columns}
        rows={rows}
        rowId={({ game }) => String(game.id)}
        rowHeight={44}
        fill
        loading={loading}
        stale={props.stale}
        empty={props.empty}
      />
    </div>
  );
}

interface CellProps extends CellActions {
  row: CoverageRow;
  code: NeededJurisdiction;
  /** Says which jurisdiction it is, where no column does. */
  named?: boolean;
}

/** The state of a game in a jurisdiction; nothing where no integration of the game needs it. */
function Cell({ row, code, named, onOpen, onAdd }: CellProps) {
  const { t, i18n } = useTranslation('documents');
  const cell = row.cells.find(({ jurisdiction }) => jurisdiction === code);
  if (cell === undefined) {
    const label = named ? `${code} ${PLACEHOLDER}, ${t('notNeeded')}` : t('notNeeded');
    return (
      <span className={styles.none} role="img" aria-label={label} {...hint(t('notNeeded'))}>
        {named && <span>{code}</span>} {PLACEHOLDER}
      </span>
    );
  }
  const { state, until, from, certificateId, integrations } = cell;
  const day = until === null ? null : formatDay(until);
  const isHeld = state === 'valid' || state === 'expiring';
  const start = from === null ? null : t('startsOn', { day: formatDay(from) });
  const text = isHeld ? (day ?? t('noEnd')) : (state === 'missing' && start) || t(`coverageStates.${state}`);
  const words = t(day === null ? 'cell' : isHeld ? 'cellUntil' : 'cellEnded', {
    jurisdiction: jurisdictionName(code, readerLanguage(i18n.language)),
    game: titleOf(row),
    state: t(`coverageStates.${state}`),
    day,
  });
  const label = start === null ? words : `${words}, ${start}`;
  const note = isHeld ? label : `${label}\n${integrations.map(({ name }) => name).join(', ')}`;
  const open =
    certificateId !== null
      ? () => onOpen(certificateId)
      : onAdd === null
        ? undefined
        : () => onAdd(row, cell);
  const content = (
    <>
      <StatusDot tone={stateTones[state]} ring={state === 'missing'} />
      {named && <span className={styles.code}>{code}</span>} <span>{text}</span>
    </>
  );
  const shown = { className: styles.cell, 'data-state': state, ...hint(note) };
  // Its name has what is seen, in the same order.
  const name = named ? `${code} ${text}, ${label}` : label;
  return open === undefined ? (
    <span {...shown} role="img" aria-label={name}>
      {content}
    </span>
  ) : (
    <button type="button" {...shown} aria-label={name} onClick={open}>
      {content}
    </button>
  );
}
