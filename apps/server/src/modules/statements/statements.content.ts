import {
  centsFromEuros,
  computeTerms,
  defaultTerms,
  eurosFromCents,
  messageOf,
  type StatedAmounts,
  type StatedRow,
  type StatementContent,
  type TermsResult,
  vatOf,
} from '@ludus/contract';
import { ConflictError } from '../../infra/errors/index.ts';
import type { Db } from '../../infra/postgres/index.ts';
import { integrationName, type References } from '../integrations/index.ts';
import { type Closing, findClosings, findFigures, type PeriodKey } from '../period-close/index.ts';
import type { ClosedFigures } from '../session-store/index.ts';
import { findUnstated, type RestatedGroup } from './statements.content.repo.ts';
import { sumLedger } from './statements.ledger.repo.ts';
import { findNumberInForce } from './statements.repo.ts';
import { findRecipient, findTermsOf, readSettings } from './statements.terms.repo.ts';

/** A statement that is not issued yet: what it would say, its amounts in cents, and the differences that it takes up. */
export interface Draft {
  closing: Closing;
  content: StatementContent;
  due: bigint;
  restated: bigint;
  vat: bigint;
  total: bigint;
  termsDifference: bigint | null;
  restatementIds: string[];
}

/** @throws ConflictError unless the month is closed and has no statement */
export async function draftStatement(db: Db, key: PeriodKey, names: References): Promise<Draft> {
  const [closing] = await findClosings(db, key);
  if (closing === undefined) throw new ConflictError(messageOf('refusals.statementMonthOpen'));
  const number = await findNumberInForce(db, key);
  if (number !== undefined) throw new ConflictError(messageOf('refusals.statementExists', { number }));
  const figures = await findFigures(db, closing.id);
  const groups = await findUnstated(db, key);
  const terms = await findTermsOf(db, key.integrationId, key.month);
  const settings = await readSettings(db);
  const name = integrationName(names, key.integrationId);
  const recipient = await findRecipient(db, key.integrationId);
  const balance = await sumLedger(db, key.integrationId);
  const all = figures.find(({ operatorId, gameId }) => operatorId === 0 && gameId === 0) ?? noFigures;
  const restated = groups.reduce((sum, group) => sum + BigInt(group.due), 0n);
  const net = all.due + restated;
  const { vatRate, paymentDays } = terms ?? defaultTerms;
  const vat = vatOf(net, vatRate);
  const result: TermsResult | null =
    terms === undefined
      ? null
      : computeTerms(terms, {
          netwinCents: all.netWin,
          grosswinCents: all.bet - all.win,
          dueCents: all.due,
        });
  return {
    closing,
    due: all.due,
    restated,
    vat,
    total: net + vat,
    termsDifference: result === null ? null : BigInt(centsFromEuros(result.difference)),
    restatementIds: groups.flatMap(({ ids }) => ids),
    content: {
      integration: { id: key.integrationId, name },
      month: key.month.slice(0, 7),
      zone: closing.zone,
      closedAt: closing.closedAt.toISOString(),
      closedBy: closing.username,
      asOf: closing.asOf?.toISOString() ?? null,
      exceptions: closing.checks
        .filter(({ decision }) => decision?.kind === 'overridden')
        .map(({ id, detail }) => ({ check: id, detail })),
      issuer: settings.issuer,
      footer: settings.footer,
      recipient: recipient ?? { name, address: '', vatId: '', email: '' },
      rows: rowsOf(figures, names),
      monthTotal: amountsOf(all),
      restatements: groups.map((group) => restatementOf(group)),
      terms: result,
      total: {
        due: eurosFromCents(all.due),
        restated: eurosFromCents(restated),
        net: eurosFromCents(net),
        vatRate,
        vat: eurosFromCents(vat),
        total: eurosFromCents(net + vat),
      },
      balanceBefore: eurosFromCents(balance),
      paymentDays,
    },
  };
}

type Sums = Pick<ClosedFigures, 'sessions' | 'bet' | 'win' | 'netWin' | 'due'>;

const noFigures: Sums = { sessions: 0n, bet: 0n, win: 0n, netWin: 0n, due: 0n };

function amountsOf({ sessions, bet, win, netWin, due }: Sums): StatedAmounts {
  return {
    sessions: Number(sessions),
    bet: eurosFromCents(bet),
    win: eurosFromCents(win),
    grosswin: eurosFromCents(bet - win),
    tax: eurosFromCents(bet - win - netWin),
    netwin: eurosFromCents(netWin),
    due: eurosFromCents(due),
  };
}

const restatementOf = ({ month, reason, lines, ...sums }: RestatedGroup) => ({
  month: month.slice(0, 7),
  reason,
  lines,
  ...amountsOf({
    sessions: BigInt(sums.sessions),
    bet: BigInt(sums.bet),
    win: BigInt(sums.win),
    netWin: BigInt(sums.net_win),
    due: BigInt(sums.due),
  }),
});

/** Games of operators, by name; the sums over several of them are left out. */
function rowsOf(figures: readonly ClosedFigures[], { operators, games }: References): StatedRow[] {
  return figures
    .filter(({ operatorId, gameId }) => operatorId > 0 && gameId > 0)
    .map((row) => {
      const game = games.get(row.gameId)?.summary;
      return {
        operator: {
          id: row.operatorId,
          name: operators.get(row.operatorId)?.name ?? `Operator ${row.operatorId}`,
        },
        game: {
          id: row.gameId,
          name: game?.name ?? `Game ${row.gameId}`,
          sub_name: game?.sub_name ?? null,
          slug: game?.slug ?? '',
        },
        ...amountsOf(row),
      };
    })
    .toSorted(
      (a, b) =>
        a.operator.name.localeCompare(b.operator.name) ||
        a.operator.id - b.operator.id ||
        a.game.name.localeCompare(b.game.name) ||
        a.game.id - b.game.id,
    );
}
