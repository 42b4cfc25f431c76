import { eurosFromCents, type Log } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, MINUS } from '../../../lib/format.ts';
import { changesOf, type FieldChange, fieldName, type Line, type ValueTexts } from '../changes.ts';
import styles from './log-changes.module.css';

/** The fields of what was made or deleted, old beside new of what was changed, bets as two lists. */
export function LogChanges({ log }: { log: Log }) {
  const { t } = useTranslation('logs');
  const texts = useValueTexts();
  const changes = useMemo(() => changesOf(log, texts), [log, texts]);
  if (changes.kind === 'bets') return <BetLists {...changes} />;
  if (changes.kind === 'fields') {
    return changes.fields.length === 0 ? (
      <p>{t('nothingChanged')}</p>
    ) : (
      <table className={styles.table}>
        <thead>
          <tr>
            <th className={styles.field} scope="col">
              {t('field')}
            </th>
            <th scope="col">{t('value')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.fields.map(({ field, lines }) => (
            <tr key={field}>
              <th scope="row">{fieldName(field, texts)}</th>
              <td>
                <Lines
                  label={fieldName(field, texts)}
                  lines={lines.map((text) => ({ text, differs: false }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  }
  return changes.updates.length === 0 ? <p>{t('nothingChanged')}</p> : <Updates updates={changes.updates} />;
}

function useValueTexts(): ValueTexts {
  const { t } = useTranslation('logs');
  return useMemo(
    () => ({
      yes: t('yes'),
      no: t('no'),
      fieldNames: t('fieldNames', { returnObjects: true }),
      signInCodes: t('signInCodes', { returnObjects: true }),
    }),
    [t],
  );
}

function Updates({ updates }: { updates: readonly FieldChange[] }) {
  const { t } = useTranslation('logs');
  const texts = useValueTexts();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={styles.field} scope="col">
            {t('field')}
          </th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {updates.map((update) => (
          <tr key={update.field}>
            <th scope="row">{fieldName(update.field, texts)}</th>
            <td data-label={t('before')}>
              <Lines
                label={`${fieldName(update.field, texts)}, ${t('before')}`}
                lines={update.old}
                mark="old"
              />
            </td>
            <td data-label={t('after')}>
              <Lines
                label={`${fieldName(update.field, texts)}, ${t('after')}`}
                lines={update.new}
                mark="new"
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** From here on a value scrolls in itself. */
const manyLines = 24;

function Lines({ label, lines, mark }: { label: string; lines: readonly Line[]; mark?: 'old' | 'new' }) {
  const scrolls = lines.length > manyLines || lines.some(({ text }) => text.length > 800);
  // What scrolls must be reachable by keyboard.
  const reach = scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div className={styles.lines} {...reach}>
      {lines.map(({ text, differs }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
        <span className={styles.line} key={index}>
          {!differs || mark === undefined ? (
            text
          ) : mark === 'old' ? (
            <del className={styles.old}>{text}</del>
          ) : (
            <ins className={styles.new}>{text}</ins>
          )}
        </span>
      ))}
    </div>
  );
}

function BetLists({ old, new: now }: { old: readonly number[]; new: readonly number[] }) {
  const { t } = useTranslation('logs');
  return (
    <div className={styles.sides}>
      <section aria-label={t('oldBets')}>
        <h3 className="hub-label">{t('oldBets')}</h3>
        <ul className={styles.bets}>
          {old.map((bet) => (
            <Bet key={bet} cents={bet} change={now.includes(bet) ? undefined : 'removed'} />
          ))}
        </ul>
      </section>
      <section aria-label={t('newBets')}>
        <h3 className="hub-label">{t('newBets')}</h3>
        <ul className={styles.bets}>
          {now.map((bet) => (
            <Bet key={bet} cents={bet} change={old.includes(bet) ? undefined : 'added'} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function Bet({ cents, change }: { cents: number; change: 'removed' | 'added' | undefined }) {
  const { t } = useTranslation('logs');
  const amount = formatAmount(eurosFromCents(cents));
  if (change === undefined) return <li className={styles.bet}>{amount}</li>;
  return (
    <li className={styles.bet} data-change={change}>
      <span aria-hidden="true">{change === 'removed' ? `${MINUS} ` : '+ '}</span>
      {change === 'removed' ? <s>{amount}</s> : amount}
      <span className="hub-visually-hidden"> {t(change === 'removed' ? 'removedBet' : 'addedBet')}</span>
    </li>
  );
}
