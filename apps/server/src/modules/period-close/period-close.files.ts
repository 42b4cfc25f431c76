/** A month of an integration as PDF, opened by addresses that are signed for one person each. */
import { isLanguage, type Language, messageOf, type PeriodDetail } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { romeDay } from '../../infra/clock/index.ts';
import {
  createSignedFiles,
  type Download,
  downloadOf,
  type SignedFiles,
  type SignFileUrl,
} from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import { type ComparedDay, writePeriod } from './period-close.document.ts';
import { monthText } from './period-close.mapper.ts';
import type { PeriodCloseDeps, PeriodCloseService } from './period-close.service.ts';

/** The days of a span as they were compared with the platforms, of each integration that the actor sees. */
export type ListComparedDays = (
  actor: Actor,
  days: { from: string; to: string },
) => Promise<{ rows: readonly (ComparedDay & { integration: { id: number } })[] }>;

interface PeriodFilesDeps {
  rights: CurrentRights;
  get: PeriodCloseService['get'];
  listComparedDays: ListComparedDays;
  findStatement: PeriodCloseDeps['findStatement'];
}

/** `<integration>-<month>-<language>`, read when it is opened. Who takes one stands in the log. */
export function createPeriodFiles(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres'>,
  { rights, get, listComparedDays, findStatement }: PeriodFilesDeps,
): SignedFiles {
  const { postgres, clock } = infra;

  const note = (actor: Actor, { integration, month }: Omit<PeriodDetail, 'files'>): Promise<void> =>
    recordAudit(postgres.db, {
      actor,
      type: 'periods',
      action: 'print',
      objectId: `${integration.id}/${month}`,
      description: messageOf('logs.periodPrinted', {
        month: monthText(`${month}-01`),
        integration: integration.name,
      }),
      object: { integration: integration.name },
    });

  async function find(file: string, userId: string, isDownload: boolean): Promise<Download | undefined> {
    const [id, year, month, language] = file.split('-');
    const actor = await findActor(userId, rights);
    if (actor?.can('periods:read') !== true || !isLanguage(language)) return undefined;
    const detail = await get(actor, { integrationId: Number(id), month: `${year}-${month}` });
    const span = {
      from: romeDay(new Date(detail.from)),
      to: romeDay(new Date(Date.parse(detail.to) - 1)),
    };
    const { rows } = await listComparedDays(actor, span);
    const key = { integrationId: detail.integration.id, month: `${detail.month}-01` };
    const statement = actor.can('statements:read') ? await findStatement(postgres.db, key) : undefined;
    if (isDownload) await note(actor, detail);
    const bytes = await writePeriod(
      {
        detail,
        // Of a month that has not begun, reconciliation shows the day before.
        days: rows.filter(
          ({ integration, day }) => integration.id === detail.integration.id && day >= span.from,
        ),
        statement,
        username: actor.username,
        at: clock.now(),
      },
      language,
    );
    return downloadOf(periodFileName(detail, language), bytes);
  }

  return createSignedFiles(infra, {
    prefix: '/files/periods',
    purpose: 'period',
    find: (id, userId, ipAddress) => find(id, userId, ipAddress !== undefined),
  });
}

type NamedMonth = Pick<PeriodDetail, 'integration' | 'month'>;

/** Signs the addresses of a month's document, for one person. */
export function periodFilesOf(
  named: NamedMonth,
  urlOf: SignFileUrl,
  userId: string,
): { en: string; it: string } {
  const file = (language: Language) =>
    urlOf(
      { id: `${named.integration.id}-${named.month}-${language}`, name: periodFileName(named, language) },
      userId,
    );
  return { en: file('en'), it: file('it') };
}

/** `period-alpina-2026-10-en.pdf` */
function periodFileName({ integration, month }: NamedMonth, language: Language): string {
  const place = integration.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['period', place, month, language].filter(Boolean).join('-')}.pdf`;
}
