import {
  type AlertRuleConfig,
  acknowledgeIncident,
  type BodyInput,
  closeIncident,
  createAlertRule,
  evaluateAlertRules,
  getAlertSettings,
  getIncident,
  getIncidentChart,
  listAlertRules,
  listIncidents,
  noteIncident,
  type QueryInput,
  removeAlertRule,
  testAlertWebhook,
  updateAlertRule,
  updateAlertSettings,
} from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

/** One page of incidents. The page before it stays while this one loads. */
export const incidentsQuery = (query: QueryInput<typeof listIncidents>) => ({
  ...queryFor(listIncidents, { query }),
  placeholderData: keepPreviousData,
});

export const incidentQuery = (id: number) => queryFor(getIncident, { params: { id } });

/** The figure of one of its parts, by its place among all of them; of the leading one without a place. */
export const incidentChartQuery = (id: number, part: number | undefined) => ({
  ...queryFor(getIncidentChart, { params: { id }, query: part === undefined ? {} : { part } }),
  placeholderData: keepPreviousData,
});

export const alertRulesQuery = () => queryFor(listAlertRules, {});

function useReload() {
  const invalidate = useInvalidateTags();
  return () => invalidate(['alerts']);
}

export type IncidentAction =
  | { kind: 'acknowledge' }
  | { kind: 'note'; text: string }
  | { kind: 'close'; reason: string };

/** What a person does about an incident. */
export function useIncidentAction(id: number) {
  return useMutation({
    mutationFn: (action: IncidentAction) => {
      const params = { id };
      if (action.kind === 'acknowledge') return call(acknowledgeIncident, { params });
      if (action.kind === 'note') return call(noteIncident, { params, body: { text: action.text } });
      return call(closeIncident, { params, body: { reason: action.reason } });
    },
    // Also after a refusal: someone else was faster.
    onSettled: useReload(),
  });
}

export interface RuleDraft {
  name: string | null;
  isEnabled: boolean;
  config: AlertRuleConfig;
}

/** Changes the rule with the key, or adds one. */
export function useSaveRule() {
  return useMutation({
    mutationFn: ({ key, rule }: { key: string | null; rule: RuleDraft }) =>
      key === null
        ? call(createAlertRule, { body: { ...rule, name: rule.name ?? '' } })
        : call(updateAlertRule, { params: { key }, body: rule }),
    onSuccess: useReload(),
  });
}

/** Restores a default rule, and deletes any other. */
export function useRemoveRule() {
  return useMutation({
    mutationFn: (key: string) => call(removeAlertRule, { params: { key } }),
    onSuccess: useReload(),
  });
}

/** Evaluates the rules for the hours that they have not looked at yet. */
export function useEvaluateAlerts() {
  return useMutation({
    mutationFn: () => call(evaluateAlertRules, {}),
    onSuccess: useReload(),
  });
}

export const alertSettingsQuery = () => queryFor(getAlertSettings, {});

export function useSaveAlertSettings() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateAlertSettings>) => call(updateAlertSettings, { body }),
    onSuccess: useReload(),
  });
}

/** Sends a test to the webhook that is saved. */
export function useTestWebhook() {
  return useMutation({
    mutationFn: () => call(testAlertWebhook, {}),
    onSuccess: useReload(),
  });
}
