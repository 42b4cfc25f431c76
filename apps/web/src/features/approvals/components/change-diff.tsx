import type { ChangeRow, GroundRow } from '@ludus/contract';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renderMessage } from '../../../lib/messages.ts';
import { valueText } from '../approval-texts.tsx';
import styles from './approvals.module.css';
import { BetListChange, BetListDiff, isBetList } from './bet-list-diff.tsx';

/** More rows than these are shown when someone asks for them. */
const firstRows = 100;

/** What a change replaces, row by row. */
export function ChangeDiff({ rows }: { rows: readonly ChangeRow[] }) {
  const { t } = useTranslation('approvals');
  return (
    <Rows
      label={t('changes')}
      heads={[t('before'), t('after')]}
      rows={rows.map(
        ({ what, before, after }): Row =>
          isBetList(before) && isBetList(after)
            ? [renderMessage(what), <BetListDiff key="lists" before={before} after={after} />]
            : [
                renderMessage(what),
                <del key="before">{valueText(before) ?? t('nothing')}</del>,
                <ins key="after">{valueText(after) ?? t('nothing')}</ins>,
              ],
      )}
    />
  );
}

/** What was there when the change was requested, and what is there instead. */
export function GroundDiff({ rows }: { rows: readonly GroundRow[] }) {
  const { t } = useTranslation('approvals');
  return (
    <Rows
      label={t('differs')}
      heads={[t('whenRequested'), t('found')]}
      rows={rows.map(
        ({ what, requested, found }): Row =>
          isBetList(requested) && isBetList(found)
            ? [renderMessage(what), <BetListChange key="lists" before={requested} after={found} />]
            : [renderMessage(what), valueText(requested) ?? t('nothing'), valueText(found) ?? t('nothing')],
      )}
    />
  );
}

/** What it is of, and either two values or one cell that has both in it. */
type Row = [string, ReactNode] | [string, ReactNode, ReactNode];

interface RowsProps {
  label: string;
  heads: readonly [string, string];
  rows: readonly Row[];
}

function Rows({ label, heads, rows }: RowsProps) {
  const { t } = useTranslation('approvals');
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? rows : rows.slice(0, firstRows);
  const hasPairs = rows.some(({ length }) => length === 3);
  return (
    <>
      <table className={styles.diff} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            {hasPairs ? (
              heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))
            ) : (
              <th scope="col" colSpan={2}>
                {label}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row[0]}>
              <th scope="row">{row[0]}</th>
              {row.length === 3 ? (
                <>
                  <td data-head={heads[0]}>{row[1]}</td>
                  <td data-head={heads[1]}>{row[2]}</td>
                </>
              ) : (
                <td colSpan={2}>{row[1]}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {t('showAll', { count: rows.length })}
        </Button>
      )}
    </>
  );
}
