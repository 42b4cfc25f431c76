import type { SessionRow } from '@ludus/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { FunBadge, SessionBadge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import {
  GameName,
  GameThumb,
  IntegrationChip,
  IntegrationName,
} from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines, twoLinesHeading } from '../../../components/table/two-lines.tsx';
import { playerHref } from '../../../domain/session/players.ts';
import { isFun } from '../../../domain/session/sessions.ts';
import { formatInstant } from '../../../lib/format.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { totalsOf } from '../totals.ts';
import styles from './session-search.module.css';

interface SearchResultsProps {
  rows: readonly SessionRow[];
  /** All of them are of this user: said once above them, not in every row. */
  userId?: string | undefined;
  onOpen: (row: SessionRow) => void;
}

const coverOf = ({ game }: Pick<SessionRow, 'game'>) =>
  game.game_media.find((medium) => medium.isMainImage)?.url;

/** Several sessions: their sums, a filter by integration, and a sortable table. */
export function SearchResults({ rows, userId, onOpen }: SearchResultsProps) {
  const { t } = useTranslation('sessionSearch');
  const { t: common } = useTranslation('common');
  const hasTwoLines = useMedia(breakpoints.desktop);
  const [chosen, setChosen] = useState<string[]>([]);
  const integrations = useMemo(
    () => [...new Map(rows.map((row) => [row.integration.id, row.integration])).values()],
    [rows],
  );
  const shown = useMemo(
    () => (chosen.length === 0 ? rows : rows.filter((row) => chosen.includes(String(row.integration.id)))),
    [rows, chosen],
  );
  const totals = totalsOf(shown);
  const of = totals.fun === 0 ? null : t(totals.fun === totals.sessions ? 'playMoney' : 'realOnly');
  const columns = useMemo<DataColumn<SessionRow>[]>(() => {
    const amount = (id: 'bet' | 'win' | 'grossWin'): DataColumn<SessionRow> => ({
      id,
      header: t(id),
      align: 'right',
      sortable: true,
      value: (row) => row[id],
      cell: (row) => <Amount value={row[id]} />,
    });
    const updated: DataColumn<SessionRow> = {
      id: 'externalUpdatedAt',
      header: t('lastUpdate'),
      align: 'right',
      sortable: true,
      value: (row) => Date.parse(row.externalUpdatedAt),
      cell: (row) => <DateTime value={row.externalUpdatedAt} format="minutes" />,
    };
    const operatorOf = (row: SessionRow) => row.operator?.name ?? t('noOperator');
    /** Two fields in each column that is not sorted by, where eleven columns do not fit. */
    const columnsOfTwoLines: DataColumn<SessionRow>[] = [
      {
        id: 'game',
        header: twoLinesHeading(t('game'), t('sessionId')),
        cell: (row) => <GameName name={row.game.name} src={coverOf(row)} beneath={row.sessionId} />,
      },
      ...(userId === undefined
        ? [
            {
              id: 'userId',
              header: t('userId'),
              cell: (row: SessionRow) => <span className="hub-id">{row.userId}</span>,
            },
          ]
        : []),
      amount('bet'),
      amount('win'),
      {
        ...amount('grossWin'),
        wraps: true,
        header: twoLinesHeading(t('grossWin'), t('rounds')),
        cell: (row) => (
          <TwoLines second={<Count value={row.currentRound} />}>
            <Amount value={row.grossWin} />
          </TwoLines>
        ),
      },
      {
        id: 'integration',
        header: twoLinesHeading(t('integration'), t('operator')),
        wraps: true,
        cell: (row) => <TwoLines second={operatorOf(row)}>{row.integration.name}</TwoLines>,
      },
      {
        ...updated,
        wraps: true,
        header: twoLinesHeading(t('lastUpdate'), t('status')),
        cell: (row) => (
          <TwoLines second={<Status row={row} />}>
            <DateTime value={row.externalUpdatedAt} format="minutes" />
          </TwoLines>
        ),
      },
    ];
    if (hasTwoLines) return columnsOfTwoLines;
    const columnsOfAll: DataColumn<SessionRow>[] = [
      {
        id: 'game',
        header: t('game'),
        cell: ({ game }) => <GameName name={game.name} subName={game.sub_name} src={coverOf({ game })} />,
      },
      {
        id: 'sessionId',
        header: t('sessionId'),
        cell: (row) => <span className="hub-id hub-ellipsis">{row.sessionId}</span>,
      },
      { id: 'status', header: t('status'), cell: (row) => <Status row={row} /> },
      amount('bet'),
      amount('win'),
      amount('grossWin'),
      {
        id: 'rounds',
        header: t('rounds'),
        align: 'right',
        cell: (row) => <Count value={row.currentRound} />,
      },
      { id: 'userId', header: t('userId'), cell: (row) => <span className="hub-id">{row.userId}</span> },
      {
        id: 'integration',
        header: t('integration'),
        cell: (row) => <IntegrationName name={row.integration.name} number={row.integration.id} />,
      },
      { id: 'operator', header: t('operator'), cell: operatorOf },
      updated,
    ];
    return userId === undefined ? columnsOfAll : columnsOfAll.filter(({ id }) => id !== 'userId');
  }, [t, userId, hasTwoLines]);
  return (
    <>
      {userId !== undefined && (
        <p className={styles.user}>
          {t('userId')} <span className="hub-id">{userId}</span>
          {integrations.map(({ id, name }) => (
            <InternalLink key={id} href={playerHref(id, userId)}>
              {integrations.length === 1 ? t('openPlayer') : t('openPlayerAt', { name })}
            </InternalLink>
          ))}
        </p>
      )}
      <div className={styles.sums}>
        <StatTiles
          columns={5}
          tiles={[
            {
              key: 'sessions',
              label: t('sessions'),
              value: <Count value={totals.sessions} size="tile" />,
              note: totals.fun > 0 && t('fun', { count: totals.fun }),
            },
            {
              key: 'integrations',
              label: t('integrations'),
              value: <Count value={totals.integrations} size="tile" />,
            },
            { key: 'bet', label: t('bet'), value: <Amount value={totals.bet} size="tile" />, note: of },
            {
              key: 'grossWin',
              label: t('grossWin'),
              value: <Amount value={totals.grossWin} size="tile" />,
              note: of,
            },
            {
              key: 'rounds',
              label: t('rounds'),
              value: <Count value={totals.rounds} size="tile" />,
              note: of,
            },
          ]}
        />
      </div>
      {integrations.length > 1 && (
        <div className={styles.filter}>
          <MultiPicker
            label={t('filter')}
            placeholder={t('anyIntegration')}
            value={chosen}
            onChange={setChosen}
            options={integrations.map((integration) => ({
              value: String(integration.id),
              label: integration.name,
              art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
            }))}
          />
        </div>
      )}
      <DataTable
        label={t('results')}
        columns={columns}
        rows={shown}
        rowId={(row) => row.id}
        rowHeight={hasTwoLines ? 48 : 34}
        sort={{ id: 'externalUpdatedAt', desc: true }}
        onRowClick={onOpen}
        rowLabel={(row) => t('openSession', { id: row.sessionId })}
        maxHeight="100%"
        phoneRow={(row) => ({
          art: <GameThumb src={coverOf(row)} width={34} height={40} />,
          title: row.game.name,
          sub: [
            ...(isFun(row) ? [common('fun')] : []),
            row.integration.name,
            formatInstant(row.externalUpdatedAt, 'minutes'),
          ].join(' · '),
          value: (
            <>
              <span className="hub-caption">{common('metric.grosswin')}</span> <Amount value={row.grossWin} />
            </>
          ),
          note: (
            <>
              {common('metric.bet')} <Amount value={row.bet} />
            </>
          ),
        })}
      />
    </>
  );
}

/** Open or closed, and whether it was play money. */
function Status({ row }: { row: SessionRow }) {
  return (
    <span className={styles.status}>
      <SessionBadge isOpen={row.isOpen} />
      {isFun(row) && <FunBadge />}
    </span>
  );
}
