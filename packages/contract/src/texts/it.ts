import { alerts } from '../alerts/i18n.it.ts';
import { approvals } from '../approvals/i18n.it.ts';
import { fields } from '../fields/i18n.it.ts';
import { health, outgoing, reached, services } from '../integrations/i18n.it.ts';
import { jobs, mail } from '../jobs/i18n.it.ts';
import { logFields, logs } from '../logs/i18n.it.ts';
import { plain } from '../messages/i18n.it.ts';
import { notifications } from '../notifications/i18n.it.ts';
import { outages } from '../outages/i18n.it.ts';
import { periods } from '../period-close/i18n.it.ts';
import { refusals } from '../refusals/i18n.it.ts';
import { quarantine } from '../sessions/i18n.it.ts';

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
};
