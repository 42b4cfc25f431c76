/** Outages: found by the checks of services, notified to those concerned, and counted into the days of a status page. */
import {
  closeOutage,
  getOutage,
  getStatusPage,
  listInterruptions,
  listStatus,
  sendOutageMessage,
} from '@ludus/contract';
import type { CurrentRights } from '../../infra/access/principal.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import {
  type CheckListener,
  longestGapMs,
  nextCheckAfter,
  type ReferenceData,
} from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { RecipientLookup } from '../users/index.ts';
import { defineAnnounceJob, type OutageFacts } from './outages.announce.ts';
import { createCheckListener } from './outages.checks.ts';
import { createReportFiles, reportFilesOf } from './outages.files.ts';
import { deleteOldDays } from './outages.repo.ts';
import { createOutagesService } from './outages.service.ts';
import './outages.tables.ts';

export { checkedAround, enterGoodDays, enterPastOutage, type PastOutage } from './outages.import.ts';
export { publishOutage } from './outages.webhooks.ts';

/** The status page shows 90 days; a year stays for questions about it. */
const keptDays = 400;

export interface OutagesPorts {
  referenceData: Pick<ReferenceData, 'read'>;
  /** Has every round of checks taken. */
  onChecked(listener: CheckListener): void;
  readFacts(integrationId: number): Promise<OutageFacts>;
  users: RecipientLookup;
  notify: Notify;
  /** The rights of a person who opens a report. */
  rights: CurrentRights;
}

export function createOutagesModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  { referenceData, onChecked, readFacts, users, notify, rights }: OutagesPorts,
): HubModule {
  const { clock, postgres, jobs, realtime } = infra;
  const publishChange = (integrationId: number) =>
    realtime.publish(
      { name: 'changed', data: { topic: 'services' } },
      { providers: true, integration: integrationId },
    );
  const announceJob = defineAnnounceJob({
    postgres,
    referenceData,
    notify,
    readFacts,
    publishChange,
  });
  const announce = async (tx: Tx, eventId: number) =>
    void (await jobs.enqueue(announceJob, { eventId }, { tx }));
  const gap = { longestGapMs: longestGapMs(infra.settings) };
  onChecked(createCheckListener({ announce, ...gap }));
  const nextCheck = (now: Date) => nextCheckAfter(now, infra.settings);
  const service = createOutagesService({
    ...{ postgres, clock, referenceData, users, announce, publishChange, nextCheck },
    ...gap,
  });
  const files = createReportFiles(infra, { rights, service });
  return {
    name: 'outages',
    endpoints: [
      bind(listStatus, ({ actor }) => service.list(actor)),
      bind(listInterruptions, ({ actor, query }) => service.interruptions(actor, query)),
      bind(getStatusPage, async ({ actor, params }) => {
        const [page, urlOf] = await Promise.all([
          service.page(actor, params.integrationId),
          files.urlSigner(),
        ]);
        return { ...page, files: reportFilesOf(page, urlOf, actor.userId) };
      }),
      bind(getOutage, ({ actor, params }) => service.get(actor, params.id)),
      bind(sendOutageMessage, ({ actor, params, body }) => service.send(actor, params.id, body)),
      bind(closeOutage, ({ actor, params }) => service.close(actor, params.id)),
    ],
    jobs: [announceJob],
    plugin: files.plugin,
    retention: [
      { table: 'service_days', days: keptDays, deleteBatch: deleteOldDays },
      retentionRule({ table: 'outages', column: 'closed_at', days: keptDays }),
    ],
  };
}
