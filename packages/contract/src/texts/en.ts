/** Every sentence that the server sends by its code: progress of jobs, why mails, calls and rows failed, refusals, the log and notifications. */
import { alerts } from '../alerts/i18n.en.ts';
import { approvals } from '../approvals/i18n.en.ts';
import { fields } from '../fields/i18n.en.ts';
import { health, outgoing, reached, services } from '../integrations/i18n.en.ts';
import { jobs, mail } from '../jobs/i18n.en.ts';
import { logFields, logs } from '../logs/i18n.en.ts';
import { plain } from '../messages/i18n.en.ts';
import { notifications } from '../notifications/i18n.en.ts';
import { outages } from '../outages/i18n.en.ts';
import { periods } from '../period-close/i18n.en.ts';
import { refusals } from '../refusals/i18n.en.ts';
import { quarantine } from '../sessions/i18n.en.ts';

export const texts = {
  alerts,
  approvals,
  fields,
  health,
  jobs,
  logFields,
  logs,
  mail,
  notifications,
  outages,
  outgoing,
  periods,
  plain,
  quarantine,
  reached,
  refusals,
  services,
} as const;
