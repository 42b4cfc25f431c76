/** The uptime report of an integration as PDF, opened by addresses that are signed for one person each. */
import { isLanguage, type Language, type StatusPage } from '@ludus/contract';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { addDays, startOfRomeDay } from '../../infra/clock/index.ts';
import {
  createSignedFiles,
  type Download,
  downloadOf,
  type SignedFiles,
  type SignFileUrl,
} from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import { writeUptimeReport } from './outages.report.ts';
import type { OutagesService } from './outages.service.ts';

/** `<integration>-<language>`, of the 90 days up to the one on which it is opened. */
export function createReportFiles(
  infra: Pick<Infra, 'settings' | 'clock'>,
  {
    rights,
    service,
  }: { rights: CurrentRights; service: Pick<OutagesService, 'page' | 'get' | 'interruptions'> },
): SignedFiles {
  async function find(file: string, userId: string): Promise<Download | undefined> {
    const [id, language] = file.split('-');
    const actor = await findActor(userId, rights);
    if (actor?.can('status:read') !== true || !isLanguage(language)) return undefined;
    const page = await service.page(actor, Number(id));
    const [details, { rows }] = await Promise.all([
      Promise.all(page.outages.map((outage) => service.get(actor, outage.id))),
      service.interruptions(actor, {
        from: startOfRomeDay(page.from).toISOString(),
        to: startOfRomeDay(addDays(page.to, 1)).toISOString(),
        integrations: [page.integration.id],
      }),
    ]);
    const bytes = await writeUptimeReport(
      {
        page,
        events: new Map(details.map((detail) => [detail.id, detail.events])),
        maintenances: rows.filter(({ kind }) => kind === 'maintenance'),
        username: actor.username,
        at: infra.clock.now(),
      },
      language,
    );
    return downloadOf(reportFileName(page, language), bytes);
  }

  return createSignedFiles(infra, { prefix: '/files/status', purpose: 'uptime report', find });
}

type NamedPage = Pick<StatusPage, 'integration' | 'from' | 'to'>;

/** Signs the addresses of a report, for one person. */
export function reportFilesOf(page: NamedPage, urlOf: SignFileUrl, userId: string): StatusPage['files'] {
  const file = (language: Language) =>
    urlOf({ id: `${page.integration.id}-${language}`, name: reportFileName(page, language) }, userId);
  return { en: file('en'), it: file('it') };
}

/** `uptime-alpina-2026-08-30-2026-11-27-en.pdf` */
function reportFileName({ integration, from, to }: NamedPage, language: Language): string {
  const place = integration.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['uptime', place, from, to, language].filter(Boolean).join('-')}.pdf`;
}
