import type { AlertKind, AlertRule, AlertRuleConfig } from './rules.ts';

/** What rules begin with. */
export const plainRuleConfig: AlertRuleConfig = {
  level: 'integration',
  metric: 'sessionsTotal',
  direction: 'below',
  integrationIds: [],
  operatorIds: [],
  gameIds: [],
  windowHours: 3,
  weeks: 8,
  volumeFloor: 0,
  percent: 0,
  absolute: 0,
  closeBelow: 0,
  openAfter: 1,
  closeAfter: 2,
  webhookUrl: null,
};

const defaultRule = (key: string, kind: AlertKind, config: Partial<AlertRuleConfig>): AlertRule => ({
  key,
  kind,
  name: null,
  isEnabled: true,
  config: { ...plainRuleConfig, ...config },
});

/** A call, so that a bundle that needs none of them has none of them. */
function listDefaults(...rules: AlertRule[]): readonly AlertRule[] {
  return rules;
}

/**
 * The rules that every hub has without set-up. Their thresholds come from replays of a year (`npm run alerts:replay`). A game rarely
 * has enough sessions for hours, so that its rule compares days.
 */
export const defaultAlertRules: readonly AlertRule[] = listDefaults(
  defaultRule('activity-integration', 'activity', {
    windowHours: 3,
    volumeFloor: 15,
    percent: 70,
    absolute: 12,
    closeBelow: 40,
    openAfter: 2,
  }),
  defaultRule('activity-operator', 'activity', {
    level: 'operator',
    windowHours: 6,
    volumeFloor: 20,
    percent: 80,
    absolute: 15,
    closeBelow: 50,
    openAfter: 2,
  }),
  defaultRule('activity-game', 'activity', {
    level: 'game',
    windowHours: 24,
    volumeFloor: 30,
    percent: 85,
    absolute: 25,
    closeBelow: 50,
    closeAfter: 1,
  }),
  defaultRule('wins-integration', 'wins', {
    metric: 'rtp',
    direction: 'above',
    windowHours: 24,
    volumeFloor: 100,
    percent: 130,
    absolute: 2_000,
    closeBelow: 45,
    openAfter: 2,
    closeAfter: 3,
  }),
  defaultRule('fetch-late', 'fetch', { absolute: 60, closeBelow: 30, closeAfter: 1 }),
  defaultRule('rows-quarantined', 'quarantine', {
    windowHours: 3,
    absolute: 10,
    closeBelow: 1,
    closeAfter: 3,
  }),
  // Off: the RTP monitor opens a case for the same verdict and notifies, and an incident beside it would say so twice.
  {
    ...defaultRule('rtp-monitor', 'rtp', { level: 'game', windowHours: 24, closeAfter: 2 }),
    isEnabled: false,
  },
  defaultRule('open-growing', 'open', {
    windowHours: 24,
    volumeFloor: 50,
    percent: 5,
    absolute: 15,
    closeBelow: 3,
    openAfter: 2,
  }),
);
