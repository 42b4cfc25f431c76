/**
 * Everything the browser, the server and the tests agree on: calls with their schemas and access, roles, metrics,
 * events and messages. Knows zod only.
 */
import { alertEndpoints } from './alerts/endpoints.ts';
import { alertSettingsEndpoints } from './alerts/settings.ts';
import { apiTokenEndpoints } from './api-tokens/endpoints.ts';
import { approvalEndpoints } from './approvals/endpoints.ts';
import { betEndpoints } from './bets/endpoints.ts';
import { betImportEndpoints } from './bets/imports.ts';
import { coverageEndpoints } from './certificates/coverage.ts';
import { certificateEndpoints } from './certificates/endpoints.ts';
import { needsEndpoints } from './certificates/needs.ts';
import { conformanceEndpoints } from './conformance/endpoints.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { exportEndpoints } from './exports/endpoints.ts';
import { gameEditEndpoints } from './games/edit.ts';
import { gameEndpoints } from './games/endpoints.ts';
import { mediaImportEndpoints } from './games/media-import.ts';
import { performanceEndpoints } from './games/performance.ts';
import { gameRequestEndpoints } from './games/requests.ts';
import { gameSheetEndpoints } from './games/sheet.ts';
import { integrationEndpoints } from './integrations/endpoints.ts';
import { integrationManageEndpoints } from './integrations/manage.ts';
import { jobBoardEndpoints } from './jobs/board.ts';
import { jobEndpoints } from './jobs/endpoints.ts';
import { logEndpoints } from './logs/endpoints.ts';
import { mailingListEndpoints, reportMailEndpoints } from './mailing-list/endpoints.ts';
import { maintenanceEndpoints } from './maintenances/endpoints.ts';
import { notificationEndpoints } from './notifications/endpoints.ts';
import { outageEndpoints } from './outages/endpoints.ts';
import { periodEndpoints } from './period-close/endpoints.ts';
import { readinessEndpoints } from './period-close/readiness.ts';
import { restatedEndpoints } from './period-close/restated.ts';
import { reconciliationEndpoints } from './reconciliation/endpoints.ts';
import { reconciliationFileEndpoints } from './reconciliation/files.ts';
import { reportEndpoints } from './reports/endpoints.ts';
import { rtpMonitorEndpoints } from './rtp-monitor/endpoints.ts';
import { searchEndpoints } from './search/endpoints.ts';
import { sessionEndpoints } from './sessions/endpoints.ts';
import { openSessionEndpoints } from './sessions/open.ts';
import { playerEndpoints } from './sessions/player.ts';
import { statementEndpoints } from './statements/endpoints.ts';
import { statisticsEndpoints } from './statistics/endpoints.ts';
import { systemEndpoints } from './system/endpoints.ts';
import { ticketEndpoints } from './tickets/endpoints.ts';
import { ticketLinkEndpoints } from './tickets/links.ts';
import { ticketRatingEndpoints } from './tickets/ratings.ts';
import { savedReplyEndpoints } from './tickets/replies.ts';
import { ticketWorkEndpoints } from './tickets/work.ts';
import { accountEndpoints } from './users/account.ts';
import { userEndpoints } from './users/endpoints.ts';
import { userManageEndpoints } from './users/manage.ts';
import { preferenceEndpoints } from './users/preferences.ts';
import { viewAsEndpoints } from './view-as/endpoints.ts';
import { viewEndpoints } from './views/endpoints.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

export * from './alerts/defaults.ts';
export * from './alerts/delivery.ts';
export * from './alerts/endpoints.ts';
export * from './alerts/incidents.ts';
export * from './alerts/rule-schema.ts';
export * from './alerts/rules.ts';
export * from './alerts/settings.ts';
export * from './api-tokens/endpoints.ts';
export * from './api-tokens/scopes.ts';
export * from './approvals/endpoints.ts';
export * from './approvals/schema.ts';
export * from './bets/endpoints.ts';
export * from './bets/imports.ts';
export * from './cache-tags.ts';
export * from './certificates/coverage.ts';
export * from './certificates/edit.ts';
export * from './certificates/endpoints.ts';
export * from './certificates/jurisdictions.ts';
export * from './certificates/needs.ts';
export * from './certificates/state.ts';
export * from './certificates/types.ts';
export * from './changes-kept.ts';
export * from './common.ts';
export * from './conformance/endpoints.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './exports/endpoints.ts';
export * from './fields/issue.ts';
export * from './figures/dictionary.ts';
export * from './figures/filter.ts';
export * from './games/category.ts';
export * from './games/edit.ts';
export * from './games/endpoints.ts';
export * from './games/media-import.ts';
export * from './games/performance.ts';
export * from './games/performance-names.ts';
export * from './games/request-states.ts';
export * from './games/requests.ts';
export * from './games/schema.ts';
export * from './games/sheet.ts';
export * from './integrations/endpoints.ts';
export * from './integrations/manage.ts';
export * from './integrations/schema.ts';
export * from './jobs/board.ts';
export * from './jobs/endpoints.ts';
export * from './jobs/schema.ts';
export * from './language.ts';
export * from './logs/endpoints.ts';
export * from './mailing-list/endpoints.ts';
export * from './maintenances/affected.ts';
export * from './maintenances/calendar.ts';
export * from './maintenances/endpoints.ts';
export * from './maintenances/state.ts';
export * from './messages/message.ts';
export * from './messages/schema.ts';
export * from './metrics.ts';
export * from './money.ts';
export * from './notifications/endpoints.ts';
export * from './outages/endpoints.ts';
export * from './outages/message.ts';
export * from './outages/service-days.ts';
export * from './period-close/endpoints.ts';
export * from './period-close/names.ts';
export * from './period-close/readiness.ts';
export * from './period-close/restated.ts';
export * from './period-close/schema.ts';
export * from './reconciliation/classes.ts';
export * from './reconciliation/endpoints.ts';
export * from './reconciliation/files.ts';
export * from './reports/endpoints.ts';
export * from './roles.ts';
export * from './routes.ts';
export * from './rtp-monitor/band.ts';
export * from './rtp-monitor/cases.ts';
export * from './rtp-monitor/checks.ts';
export * from './rtp-monitor/endpoints.ts';
export * from './search/endpoints.ts';
export * from './sessions/endpoints.ts';
export * from './sessions/filter.ts';
export * from './sessions/open.ts';
export * from './sessions/open-ages.ts';
export * from './sessions/player.ts';
export * from './sessions/schema.ts';
export * from './sessions/types.ts';
export * from './statements/ageing.ts';
export * from './statements/compute-terms.ts';
export * from './statements/endpoints.ts';
export * from './statements/names.ts';
export * from './statements/schema.ts';
export * from './statements/terms.ts';
export * from './statistics/change.ts';
export * from './statistics/coverage.ts';
export * from './statistics/endpoints.ts';
export * from './statistics/ranking.ts';
export * from './statistics/request.ts';
export * from './statistics/schema.ts';
export * from './statistics/shares.ts';
export * from './system/endpoints.ts';
export * from './tickets/cases.ts';
export * from './tickets/endpoints.ts';
export * from './tickets/fill-reply.ts';
export * from './tickets/link-address.ts';
export * from './tickets/links.ts';
export * from './tickets/ratings.ts';
export * from './tickets/replies.ts';
export * from './tickets/turn.ts';
export * from './tickets/types.ts';
export * from './tickets/work.ts';
export * from './users/account.ts';
export * from './users/endpoints.ts';
export * from './users/manage.ts';
export * from './users/preferences.ts';
export * from './view-as/endpoints.ts';
export * from './view-as/roles.ts';
export * from './views/endpoints.ts';
export * from './views/form.ts';
export * from './webhooks/endpoints.ts';
export * from './webhooks/events.ts';
export * from './webhooks/limits.ts';

/** Every call of the API. The server refuses to start while one of them is not bound. */
export const endpoints: readonly AnyEndpoint[] = [
  ...systemEndpoints,
  ...gameEndpoints,
  ...gameEditEndpoints,
  ...gameRequestEndpoints,
  ...approvalEndpoints,
  ...gameSheetEndpoints,
  ...mediaImportEndpoints,
  ...performanceEndpoints,
  ...certificateEndpoints,
  ...coverageEndpoints,
  ...needsEndpoints,
  ...integrationEndpoints,
  ...integrationManageEndpoints,
  ...conformanceEndpoints,
  ...sessionEndpoints,
  ...openSessionEndpoints,
  ...playerEndpoints,
  ...statisticsEndpoints,
  ...reportEndpoints,
  ...rtpMonitorEndpoints,
  ...alertEndpoints,
  ...alertSettingsEndpoints,
  ...reconciliationEndpoints,
  ...periodEndpoints,
  ...readinessEndpoints,
  ...restatedEndpoints,
  ...statementEndpoints,
  ...reconciliationFileEndpoints,
  ...exportEndpoints,
  ...jobEndpoints,
  ...jobBoardEndpoints,
  ...notificationEndpoints,
  ...logEndpoints,
  ...betEndpoints,
  ...betImportEndpoints,
  ...maintenanceEndpoints,
  ...outageEndpoints,
  ...mailingListEndpoints,
  ...reportMailEndpoints,
  ...ticketEndpoints,
  ...ticketWorkEndpoints,
  ...ticketLinkEndpoints,
  ...ticketRatingEndpoints,
  ...savedReplyEndpoints,
  ...userEndpoints,
  ...userManageEndpoints,
  ...preferenceEndpoints,
  ...accountEndpoints,
  ...apiTokenEndpoints,
  ...viewAsEndpoints,
  ...webhookEndpoints,
  ...searchEndpoints,
  ...viewEndpoints,
];
