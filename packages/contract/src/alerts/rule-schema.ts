import { z } from 'zod';
import { recordId } from '../common.ts';
import { fieldCode } from '../fields/issue.ts';
import { alertDirections, alertLevels, alertMetrics, alertWeeks, longestAlertWindow } from './rules.ts';

const mostChosen = 500;

const chosen = z.array(recordId).max(mostChosen);

/**
 * The thresholds of a rule. A comparison alerts when the value deviates by `percent` of the expected one and by `absolute` (in the
 * metric's unit; euro for wins; points for ratios) while at least `volumeFloor` sessions are expected, and is over below
 * `closeBelow` percent. Of a late fetch `absolute` are minutes, of the quarantine rows within the window; there `closeBelow` has
 * the same unit. Of open sessions `percent` is their share of the sessions of a day, and `absolute` their number.
 */
export const alertRuleConfig = z
  .strictObject({
    level: z.enum(alertLevels),
    metric: z.enum(alertMetrics),
    direction: z.enum(alertDirections),
    /** Empty lists are all of them. */
    integrationIds: chosen,
    operatorIds: chosen,
    gameIds: chosen,
    windowHours: z.int().min(1).max(longestAlertWindow),
    weeks: z.int().min(alertWeeks.least).max(alertWeeks.most),
    volumeFloor: z.number().min(0).max(1_000_000_000),
    percent: z.number().min(0).max(100_000),
    absolute: z.number().min(0).max(1_000_000_000),
    closeBelow: z.number().min(0).max(1_000_000_000),
    /** Evaluations in a row: those that open an alert, and those that close it. */
    openAfter: z.int().min(1).max(48),
    closeAfter: z.int().min(1).max(48),
    /** Where its incidents are sent to beside the addresses of the settings; null is nowhere else. */
    webhookUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .nullable(),
  })
  .refine(({ level, windowHours }) => level !== 'game' || windowHours % 24 === 0, {
    path: ['windowHours'],
    message: fieldCode('fields.wholeDays'),
  })
  .meta({ id: 'AlertRuleConfig' });
