import {
  gameLabel,
  type Party,
  type StatedRestatement,
  type StatedRow,
  type StatementContent,
  type StatementDetail,
} from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatAmount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { askedBy, ibanText, monthName, rateText } from '../statement-texts.tsx';
import { Side, Sum } from './parts.tsx';
import styles from './statements.module.css';
import { TermsComputation } from './terms-computation.tsx';

const money = ['bet', 'win', 'grosswin', 'tax', 'netwin', 'due'] as const;
type MoneyId = (typeof money)[number];

interface StatementAmountsProps {
  content: StatementContent;
  /** Once it is issued: what was taken off and paid since. */
  statement?: StatementDetail;
}

/** What was known at the close, both sides, and how the amount is made up to what is left to pay. */
export function StatementAmounts({ content, statement }: StatementAmountsProps) {
  const { t, i18n } = useTranslation('statements');
  const { total, restatements, exceptions = [] } = content;
  return (
    <>
      {exceptions.length > 0 && (
        <p className={styles.exceptions} role="note">
          {t('exceptions')} {exceptions.map(({ detail }) => renderMessage(detail, '')).join(' ')}
        </p>
      )}
      <div className={styles.sides}>
        <Side label={t('issuer')} party={content.issuer}>
          {content.issuer.iban !== '' && <span>{t('iban', { iban: ibanText(content.issuer.iban) })}</span>}
        </Side>
        <Side label={t('recipient')} party={content.recipient} fallback={content.integration.name}>
          {statement === undefined && isIncomplete(content.recipient) && (
            <span>
              {t('recipientMissing')}{' '}
              <InternalLink
                className={styles.textLink}
                href={`/statements?tab=terms&integration=${content.integration.id}`}
              >
                {t('completeRecipient')}
              </InternalLink>
            </span>
          )}
        </Side>
        <section className={styles.amount} aria-label={t('amount')}>
          <h3 className={styles.partTitle}>{t('amount')}</h3>
          <dl className={styles.sums}>
            <Sum label={t('dueOf', { month: monthName(content.month, i18n.language) })} value={total.due} />
            {(restatements.length > 0 || total.restated !== 0) && (
              <Sum label={t('restatedSum')} value={total.restated} plus />
            )}
            <Sum label={t('vat', { rate: rateText(total.vatRate) })} value={total.vat} />
            <Sum label={t('total')} value={total.total} isTotal />
            {statement && <Since statement={statement} />}
            <Sum label={t('balanceBefore')} value={content.balanceBefore} isQuiet />
          </dl>
        </section>
      </div>
    </>
  );
}

const isIncomplete = ({ name, address, vatId }: Party) => [name, address, vatId].includes('');

/** From the amount that was issued to what is left to pay, each sum once; nothing while neither was decided nor paid. */
function Since({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const { adjustments, paid, open, state } = statement;
  if (state === 'void' || (adjustments.length === 0 && paid === 0)) return null;
  return (
    <>
      {adjustments.length > 0 && (
        <>
          {adjustments.map(({ number, net, vatRate, vat, amount, files }) => (
            <Sum
              key={number}
              label={
                <>
                  {t(amount < 0 ? 'takenOff' : 'putOn', { number })}{' '}
                  <span className={styles.adjustmentParts}>
                    {t('netAndVat', {
                      net: formatAmount(net),
                      rate: rateText(vatRate),
                      vat: formatAmount(vat),
                    })}
                  </span>{' '}
                  <AdjustmentFiles number={number} files={files} />
                </>
              }
              value={amount}
              plus
            />
          ))}
          {paid !== 0 && <Sum label={t('afterDispute')} value={askedBy(statement)} isTotal />}
        </>
      )}
      {paid !== 0 && <Sum label={t('paidSum')} value={-paid} plus />}
      <Sum label={t(open < 0 ? 'nowInFavour' : 'nowToPay')} value={Math.abs(open)} isTotal />
    </>
  );
}

/** An adjustment as a document of its own, for readers of either language. */
function AdjustmentFiles({
  number,
  files,
}: Pick<StatementDetail['adjustments'][number], 'number' | 'files'>) {
  const { t } = useTranslation('statements');
  return (
    <span className={styles.adjustmentFiles}>
      {files.map(({ language, url }) => {
        const name = `PDF ${t(`languages.${language}`)}`;
        return (
          <a key={language} href={url} target="_blank" rel="noreferrer" aria-label={`${name}, ${number}`}>
            {name}
          </a>
        );
      })}
    </span>
  );
}

/** What a statement is made of: terms, restatements, and the games, which may be hundreds. */
export function StatementFigures({ content }: { content: StatementContent }) {
  const { t } = useTranslation('statements');
  const { terms, restatements } = content;
  return (
    <>
      <section className={styles.part} aria-label={t('terms')}>
        <h3 className={styles.partTitle}>{t('terms')}</h3>
        {terms === null ? (
          <p className={styles.help}>{t('noTerms')}</p>
        ) : (
          <TermsComputation
            result={terms}
            platformDue={content.monthTotal.due}
            fromMonth={terms.terms.fromMonth}
          />
        )}
      </section>
      {restatements.length > 0 && <Restatements rows={restatements} />}
      <StatedRows content={content} />
    </>
  );
}

function StatedRows({ content }: { content: StatementContent }) {
  const { t } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const isLaptop = useMedia(breakpoints.laptop);
  const { rows, monthTotal } = content;
  const columns = useMemo<DataColumn<StatedRow>[]>(() => {
    const shown = isLaptop ? money.filter((id) => id !== 'win' && id !== 'tax') : money;
    const heads = new Set(
      rows.filter((row, index) => rows[index - 1]?.operator.id !== row.operator.id).map((row) => row),
    );
    return [
      {
        id: 'operator',
        header: t('operator'),
        footer: t('total'),
        cell: (row) => (
          <span className="hub-ellipsis" data-repeated={!heads.has(row) || undefined}>
            {row.operator.name}
          </span>
        ),
      },
      {
        id: 'game',
        header: t('game'),
        cell: ({ game }) => (
          <span className="hub-ellipsis" title={gameLabel(game)}>
            {gameLabel(game)}
          </span>
        ),
      },
      {
        id: 'sessions',
        header: t('sessions'),
        align: 'right',
        cell: ({ sessions }) => <Count value={sessions} />,
        footer: <Count value={monthTotal.sessions} />,
      },
      ...shown.map(
        (id): DataColumn<StatedRow> => ({
          id,
          header: id === 'tax' ? t('tax') : common(`metric.${id}`),
          align: 'right',
          cell: (row) => <Amount value={row[id]} />,
          footer: <Amount value={monthTotal[id]} strong />,
        }),
      ),
    ];
  }, [t, common, isLaptop, rows, monthTotal]);
  return (
    <section className={styles.part} aria-label={t('games')}>
      <h3 className={styles.partTitle}>{t('games')}</h3>
      <div className={styles.grouped}>
        <DataTable
          label={t('games')}
          columns={columns}
          rows={rows}
          rowId={(row) => `${row.operator.id} ${row.game.id}`}
          maxHeight={460}
          phoneRow={(row) => ({
            title: gameLabel(row.game),
            sub: row.operator.name,
            value: <Amount value={row.due} />,
            note: common('metric.due'),
          })}
        />
      </div>
    </section>
  );
}

const restatedIn = ['bet', 'win', 'grosswin', 'netwin', 'due'] as const satisfies readonly MoneyId[];

/** What has changed in months that were closed before, and is billed with this one. */
function Restatements({ rows }: { rows: readonly StatedRestatement[] }) {
  const { t, i18n } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const columns = useMemo<DataColumn<StatedRestatement>[]>(
    () => [
      {
        id: 'month',
        header: t('month'),
        cell: ({ month }) => monthName(month, i18n.language),
        footer: t('total'),
      },
      { id: 'reason', header: t('reason'), cell: ({ reason }) => t(`reasons.${reason}`) },
      {
        id: 'lines',
        header: t('sessions'),
        align: 'right',
        cell: ({ lines }) => <Count value={lines} />,
        footer: <Count value={rows.reduce((sum, { lines }) => sum + lines, 0)} />,
      },
      ...restatedIn.map(
        (id): DataColumn<StatedRestatement> => ({
          id,
          header: common(`metric.${id}`),
          align: 'right',
          cell: (row) => <Amount value={row[id] || null} plus />,
          footer: <Amount value={rows.reduce((sum, row) => sum + row[id], 0)} plus strong />,
        }),
      ),
    ],
    [t, common, i18n.language, rows],
  );
  return (
    <section className={styles.part} aria-label={t('restatements')}>
      <h3 className={styles.partTitle}>{t('restatements')}</h3>
      <p className={styles.help}>{t('restatementsHelp')}</p>
      <DataTable
        label={t('restatements')}
        columns={columns}
        rows={rows}
        rowId={({ month, reason }) => `${month} ${reason}`}
        phoneRow={(row) => ({
          title: monthName(row.month, i18n.language),
          sub: t(`reasons.${row.reason}`),
          value: <Amount value={row.due || null} plus />,
          note: common('metric.due'),
        })}
      />
    </section>
  );
}
