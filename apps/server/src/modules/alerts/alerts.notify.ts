import { type Message, messageOf } from '@ludus/contract';
import type { Clock } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { JobQueueClient } from '../../infra/queue/index.ts';
import type { Notify } from '../notifications/index.ts';
import { type NotifiedIncident, type NotifyIncident, notificationTexts } from './alerts.apply.ts';
import { findSettings } from './alerts.repo.ts';
import { enqueueDeliveries, type WebhookJob } from './alerts.webhook.ts';

export interface NotifierDeps {
  notify: Notify;
  jobs: JobQueueClient;
  webhookJob: WebhookJob;
  clock: Clock;
  publicUrl: string;
}

export function createIncidentNotifier({
  notify,
  jobs,
  webhookJob,
  clock,
  publicUrl,
}: NotifierDeps): NotifyIncident {
  return async (tx, incident) => {
    const settings = await findSettings(tx);
    const called = await callWebhooks(tx, incident, settings.webhook_url);
    // People are notified when it begins and when it is over: what gets worse is on screens that show incidents.
    if (incident.turn === 'worse') return called;
    const { recipients, sends_mail } = settings;
    const { notices, mails } = await notify(
      tx,
      recipients === null ? { admins: true } : { subjects: recipients },
      {
        severity: incident.turn === 'closed' ? 1 : 3,
        path: `/alerts?incident=${incident.id}`,
        isResolution: incident.turn === 'closed',
        texts: notificationTexts(incident),
        mail: sends_mail,
      },
    );
    return [messageOf('alerts.notified', { notices, mails }), ...called];
  };

  /** To the address of the settings, and to those of the rules that are part of it. */
  async function callWebhooks(
    tx: Tx,
    incident: NotifiedIncident,
    settingsUrl: string | null,
  ): Promise<Message[]> {
    const { change } = incident;
    const ofRules = [...change.opened, ...change.kept, ...change.closed].map(
      ({ rule }) => rule.config.webhookUrl,
    );
    const urls = [...new Set([settingsUrl, ...ofRules].filter((url) => url !== null))];
    if (urls.length === 0) return [];
    const body = webhookBody(incident, publicUrl, clock.now());
    const message = { incidentId: incident.id, event: `incident.${incident.turn}`, urls, body };
    await enqueueDeliveries(tx, message, { jobs, job: webhookJob, clock });
    return urls.map((url) => messageOf('alerts.webhookQueued', { host: URL.parse(url)?.host ?? '' }));
  }
}

/** What a webhook receives: ids and figures for programs, and the sentences in English for people. */
export function webhookBody(
  { id, turn, title, figure, since, change }: NotifiedIncident,
  publicUrl: string,
  at: Date,
) {
  const { kind, integrationId, opened, kept, closed } = change;
  return {
    event: `incident.${turn}`,
    at: at.toISOString(),
    incident: {
      id,
      kind,
      integrationId: integrationId === 0 ? null : integrationId,
      title: renderMessage(title),
      text: renderMessage(figure),
      openedAt: since.toISOString(),
      url: new URL(`/alerts?incident=${id}`, publicUrl).href,
    },
    alerts: (turn === 'closed' ? closed : [...opened, ...kept]).map(({ rule, measurement, ...entity }) => ({
      rule: rule.key,
      level: rule.config.level,
      metric: rule.config.metric,
      operatorId: entity.operatorId === 0 ? null : entity.operatorId,
      gameId: entity.gameId === 0 ? null : entity.gameId,
      value: measurement.value,
      expected: measurement.expected,
      deviation: measurement.deviation,
    })),
  };
}
