/** Alerts: rules on figures and on fetching, evaluated every hour, and the incidents that they are grouped into. */
import {
  acknowledgeIncident,
  closeIncident,
  createAlertRule,
  evaluateAlertRules,
  getAlertSettings,
  getIncident,
  getIncidentChart,
  listAlertRules,
  listIncidents,
  noteIncident,
  removeAlertRule,
  testAlertWebhook,
  updateAlertRule,
  updateAlertSettings,
} from '@ludus/contract';
import { type Encryptor, openEncryptor } from '../../infra/crypto/index.ts';
import { bind } from '../../infra/http/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';
import type { Outgoing } from '../../infra/outgoing/index.ts';
import { retentionRule } from '../../infra/retention/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Notify } from '../notifications/index.ts';
import type { RtpMonitorService } from '../rtp-monitor/index.ts';
import type { SessionStore } from '../session-store/index.ts';
import {
  defineEvaluateAlertsJob,
  type EvaluateAlertsJob,
  type EvaluateDeps,
  evaluateOnRequest,
  startEvaluating,
} from './alerts.job.ts';
import { createIncidentNotifier } from './alerts.notify.ts';
import { createAlertRulesService } from './alerts.rules.ts';
import { createAlertsService } from './alerts.service.ts';
import { createAlertSettingsService } from './alerts.settings.ts';
import { defineWebhookJob, watchDeliveries } from './alerts.webhook.ts';
import './alerts.tables.ts';

export { muteSpanOf, readMuteSpans } from './alerts.evaluation.ts';
export {
  type AlertsOfMonth,
  findOpenIncidentsOf,
  type IncidentOfMonth,
  readAlertsOfMonth,
} from './alerts.month.repo.ts';
export { findSettings as findAlertSettings } from './alerts.repo.ts';
export { renewAlertSecret } from './alerts.webhook.ts';

export interface AlertsPorts {
  sessionStore: Pick<SessionStore, 'queryAggregates' | 'coverage' | 'state'>;
  referenceData: Pick<ReferenceData, 'read'>;
  rtpMonitor: Pick<RtpMonitorService, 'measureAll'>;
  notify: Notify;
  outgoing: Outgoing;
}

export interface AlertsModule extends HubModule {
  evaluateJob: EvaluateAlertsJob;
}

export function createAlertsModule(
  infra: Pick<Infra, 'settings' | 'clock' | 'postgres' | 'jobs' | 'realtime'>,
  { sessionStore, referenceData, rtpMonitor, notify, outgoing }: AlertsPorts,
): AlertsModule {
  const { postgres, clock, jobs, realtime, settings } = infra;
  const publishChange = () =>
    realtime.publish({ name: 'changed', data: { topic: 'alerts' } }, { providers: true });
  let opened: Promise<Encryptor> | undefined;
  const encryptor = () => (opened ??= openEncryptor(settings));
  const webhookJob = defineWebhookJob({ postgres, clock, outgoing, encryptor });
  watchDeliveries(jobs, webhookJob, clock);
  const settingsService = createAlertSettingsService({
    postgres,
    clock,
    jobs,
    webhookJob,
    outgoing,
    encryptor,
    publishChange,
  });
  const rules = createAlertRulesService({ postgres, clock, publishChange });
  const service = createAlertsService({ postgres, clock, referenceData, sessionStore, publishChange });
  const evaluating: EvaluateDeps = {
    postgres,
    clock,
    sessionStore,
    referenceData,
    readRtp: rtpMonitor.measureAll,
    fetchIntervalMinutes: settings.fetchIntervalMinutes,
    notifyOf: createIncidentNotifier({ notify, jobs, webhookJob, clock, publicUrl: settings.publicUrl }),
    publishChange,
  };
  const evaluateJob = defineEvaluateAlertsJob(evaluating);
  return {
    name: 'alerts',
    endpoints: [
      bind(listIncidents, ({ query }) => service.list(query)),
      bind(getIncident, ({ params }) => service.get(params.id)),
      bind(getIncidentChart, ({ params, query }) => service.chart(params.id, query.part)),
      bind(acknowledgeIncident, ({ actor, params }) => service.acknowledge(actor, params.id)),
      bind(noteIncident, ({ actor, params, body }) => service.note(actor, params.id, body.text)),
      bind(closeIncident, ({ actor, params, body }) => service.close(actor, params.id, body.reason)),
      bind(getAlertSettings, () => settingsService.get()),
      bind(updateAlertSettings, ({ actor, body }) => settingsService.update(actor, body)),
      bind(testAlertWebhook, ({ actor }) => settingsService.test(actor)),
      bind(listAlertRules, async () => ({ rows: await rules.list() })),
      bind(createAlertRule, ({ actor, body }) => rules.create(actor, body)),
      bind(updateAlertRule, ({ actor, params, body }) => rules.update(actor, params.key, body)),
      bind(removeAlertRule, async ({ actor, params }) => {
        await rules.remove(actor, params.key);
        return null;
      }),
      bind(evaluateAlertRules, ({ signal }) => evaluateOnRequest(evaluating, signal)),
    ],
    jobs: [evaluateJob, webhookJob],
    retention: [
      retentionRule({
        table: 'alert_deliveries',
        column: 'created_at',
        days: settings.retentionDays.mails,
      }),
    ],
    evaluateJob,
    start: () => startEvaluating(jobs, evaluateJob),
  };
}
