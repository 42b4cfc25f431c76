import type { countOpenSessions, OpenAge, ResponseOf } from '@ludus/contract';
import { openAges } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ScrollFrame } from '../../../components/table/scroll-frame.tsx';
import type { OpenSearch } from '../search.ts';
import styles from './age-matrix.module.css';

export type OpenCounts = ResponseOf<typeof countOpenSessions>['rows'];
type Cell = { count: number; bet: number };

interface AgeMatrixProps {
  /** Undefined while they load. */
  rows: OpenCounts | undefined;
  stale: boolean;
  search: OpenSearch;
  /** Narrows the list to a cell; undefined stands for all of them. */
  onChoose: (chosen: { ages: OpenAge[] | undefined; integrations: number[] | undefined }) => void;
}

const noSessions: Cell = { count: 0, bet: 0 };
/** In cents, so that a total of euro is exact. */
const sum = (cells: readonly Cell[]): Cell => ({
  count: cells.reduce((total, { count }) => total + count, 0),
  bet: cells.reduce((total, { bet }) => total + Math.round(bet * 100), 0) / 100,
});

/** What is open in all, whatever is chosen. */
export const totalOf = (rows: OpenCounts): Cell => sum(rows.flatMap(({ cells }) => cells));

/** Integrations down, ages across; each figure narrows the list beneath to its sessions, and gives way again when it is chosen once more. */
export function AgeMatrix({ rows, stale, search, onChoose }: AgeMatrixProps) {
  const { t } = useTranslation('openSessions');
  const skeletons = [0, 1, 2];
  return (
    <ScrollFrame label={t('matrix')} className={styles.frame} scrollsDown>
      <table
        className={stale ? `${styles.matrix} hub-stale` : styles.matrix}
        aria-label={t('matrix')}
        aria-busy={!rows}
      >
        <thead>
          <tr>
            <th scope="col" data-pinned>
              {t('integration')}
            </th>
            {openAges.map((age) => (
              <th key={age} scope="col" data-align="right">
                <span className={styles.long}>{t(`ages.${age}`)}</span>
                <span className={styles.short} aria-hidden="true">
                  {t(`shortAges.${age}`)}
                </span>
              </th>
            ))}
            <th scope="col" data-align="right" data-pinned="end">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? skeletons.map((row) => (
                <tr key={row}>
                  {['name', ...openAges, 'total'].map((column) => (
                    <td key={column} data-pinned={column === 'total' ? 'end' : undefined}>
                      <SkeletonLine width="70%" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map(({ integration, cells }) => (
                <MatrixRow
                  key={integration.id}
                  integration={integration}
                  cells={cells}
                  search={search}
                  onChoose={onChoose}
                />
              ))}
        </tbody>
        {rows !== undefined && rows.length > 1 && (
          <tfoot>
            <MatrixRow
              integration={null}
              cells={openAges.map((age) => ({
                age,
                ...sum(rows.flatMap(({ cells }) => cells.filter((cell) => cell.age === age))),
              }))}
              search={search}
              onChoose={onChoose}
            />
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

interface MatrixRowProps extends Pick<AgeMatrixProps, 'search' | 'onChoose'> {
  /** Null for all of them together. */
  integration: { id: number; name: string } | null;
  cells: readonly (Cell & { age: OpenAge })[];
}

function MatrixRow({ integration, cells, search, onChoose }: MatrixRowProps) {
  const { t } = useTranslation('openSessions');
  const integrations = integration === null ? undefined : [integration.id];
  const figure = (age: OpenAge | null) => {
    const ages = age === null ? undefined : [age];
    const cell = age === null ? sum(cells) : (cells.find((one) => one.age === age) ?? noSessions);
    const isChosen =
      isSame(search.ages, ages) &&
      isSame(search.integrations, integrations) &&
      (ages ?? integrations) !== undefined;
    return (
      <td key={age ?? 'total'} data-pinned={age === null ? 'end' : undefined}>
        {/* On a phone, where there is no row of heads. */}
        <span className={styles.head} aria-hidden="true">
          {t(age === null ? 'total' : `shortAges.${age}`)}
        </span>
        {cell.count === 0 ? (
          <span className={styles.empty} aria-label={t('none')} role="img">
            –
          </span>
        ) : (
          <button
            type="button"
            className={styles.cell}
            data-age={age ?? undefined}
            aria-pressed={isChosen}
            onClick={() =>
              onChoose(isChosen ? { ages: undefined, integrations: undefined } : { ages, integrations })
            }
          >
            {/* The words between the figures are for assistive technology: the heads of row and column say the same. */}
            <span className="hub-visually-hidden">
              {t('cell', {
                integration: integration?.name ?? t('allIntegrations'),
                age: age === null ? t('anyAge') : t(`ages.${age}`),
              })}{' '}
            </span>
            <Count value={cell.count} strong className={styles.count} />
            <span className="hub-visually-hidden"> {t('cellUnit', { count: cell.count })} </span>
            <span className={styles.bet}>
              <Amount value={cell.bet} />
            </span>
          </button>
        )}
      </td>
    );
  };
  return (
    <tr>
      <th scope="row" data-pinned>
        {integration === null ? (
          t('total')
        ) : (
          <span className={styles.name}>
            <IntegrationName name={integration.name} number={integration.id} />
          </span>
        )}
      </th>
      {openAges.map(figure)}
      {figure(null)}
    </tr>
  );
}

function isSame<Value>(one: readonly Value[] | undefined, other: readonly Value[] | undefined): boolean {
  return (one ?? []).join() === (other ?? []).join();
}
