/** Notifies people of an outage: of its beginning, its end, and what the provider writes meanwhile. */
import { messageOf, serviceNames, textMessage } from '@ludus/contract';
import { z } from 'zod';
import { minuteText } from '../../infra/clock/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import { defineJob, type JobDefinition } from '../../infra/queue/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { NotificationContent, NotificationTexts, Notify } from '../notifications/index.ts';
import type { Recipients } from '../users/index.ts';
import {
  type EventRow,
  findOutage,
  lockUntoldEvent,
  type OutageRow,
  saveTold,
  updateOutage,
} from './outages.repo.ts';

const payload = z.strictObject({ eventId: z.int() });
export type AnnounceJob = JobDefinition<typeof payload>;

/** What is known of an integration when an outage begins; null where it is not. */
export interface OutageFacts {
  openSessions: number | null;
  figuresAsOf: Date | null;
}

export interface AnnounceDeps {
  postgres: Pick<Postgres, 'transaction'>;
  referenceData: Pick<ReferenceData, 'read'>;
  notify: Notify;
  readFacts(integrationId: number): Promise<OutageFacts>;
  publishChange(integrationId: number): void;
}

/** A job, so that a store that does not respond delays the announcement and nothing else. Each event is announced once. */
export function defineAnnounceJob(deps: AnnounceDeps): AnnounceJob {
  const { postgres, notify } = deps;
  return defineJob({
    name: 'announce-outage',
    queue: 'system',
    payload,
    options: { retries: 5, retryDelaySeconds: 10, timeoutSeconds: 60 },
    async run({ payload: { eventId } }) {
      const { integrations } = await deps.referenceData.read();
      const integrationId = await postgres.transaction(async (tx) => {
        const event = await lockUntoldEvent(tx, eventId);
        const outage = event && (await findOutage(tx, event.outage_id));
        if (event === undefined || outage === undefined) return null;
        const { integration_id: id } = outage;
        if (event.kind === 'opened') await saveFacts(tx, outage);
        const sent = await notify(tx, recipientsOf(id), {
          severity: severityOf(event),
          path: `/status?integration=${id}&outage=${outage.id}`,
          ...outageTexts(event, outage, integrations.get(id)?.name ?? `#${id}`),
          isResolution: event.kind === 'closed',
          mail: true,
        });
        const recipients = sent.people.map(({ username, integrationId, hasNotice, hasMail }) => ({
          username,
          integration_id: integrationId,
          has_notice: hasNotice,
          has_mail: hasMail,
        }));
        await saveTold(tx, eventId, { ...sent, recipients });
        return id;
      });
      if (integrationId !== null) deps.publishChange(integrationId);
    },
  });

  async function saveFacts(tx: Tx, { id, integration_id }: OutageRow): Promise<void> {
    const facts = await deps.readFacts(integration_id);
    await updateOutage(tx, id, { open_sessions: facts.openSessions, figures_as_of: facts.figuresAsOf });
  }
}

/** Who is notified of an outage: everyone of the integration, and those who take care of it at the provider. */
export const recipientsOf = (integrationId: number): Recipients => ({
  integrationIds: [integrationId],
  admins: true,
});

export const severityOf = ({ kind }: Pick<EventRow, 'kind'>): 2 | 3 => (kind === 'opened' ? 3 : 2);

/** What an event of an outage is announced with. */
export function outageTexts(
  event: EventRow,
  outage: OutageRow,
  integration: string,
): Pick<NotificationContent, 'texts' | 'textsIn'> {
  const services = outage.services.map(({ service }) => serviceNames[service]).join(', ');
  const since = minuteText(outage.opened_at);
  if (event.kind === 'message') {
    const written = (text: string | null): NotificationTexts => ({
      title: messageOf('outages.messageTitle', { integration }),
      description: textMessage(text ?? ''),
    });
    return { texts: written(event.text_en), textsIn: { it: written(event.text_it) } };
  }
  if (event.kind === 'closed') {
    const end = outage.closed_at ?? event.at;
    const minutes = Math.max(1, Math.round((end.getTime() - outage.opened_at.getTime()) / 60_000));
    return {
      texts: {
        title: messageOf('outages.closedTitle', { integration }),
        description: messageOf('outages.closedText', { services, since, until: minuteText(end), minutes }),
      },
    };
  }
  return {
    texts: {
      title: messageOf('outages.openedTitle', { integration }),
      description: messageOf('outages.openedText', { services, since }),
    },
  };
}
