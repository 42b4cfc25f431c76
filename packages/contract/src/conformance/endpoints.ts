import { z } from 'zod';
import { instant, jobReference, queryId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { message } from '../messages/schema.ts';
import { type ConformanceCheckId, type ConformanceReport, conformanceReport } from './index.ts';

export const conformanceRunStates = ['running', 'completed', 'cancelled', 'failed'] as const;
export type ConformanceRunState = (typeof conformanceRunStates)[number];

/** A run of the checks on the platform of an integration. Its numbers are null until it is completed. */
export const conformanceRun = z
  .strictObject({
    id: z.uuid(),
    jobId: z.uuid(),
    state: z.enum(conformanceRunStates),
    username: z.string(),
    withWrites: z.boolean(),
    requestedAt: instant,
    finishedAt: instant.nullable(),
    passed: z.int().nullable(),
    failed: z.int().nullable(),
    skipped: z.int().nullable(),
    /** Why it failed, in English; `errorDetail` is the same for a reader of any language. */
    error: z.string().nullable(),
    errorDetail: message.optional(),
  })
  .meta({ id: 'ConformanceRun' });
export type ConformanceRun = z.infer<typeof conformanceRun>;

const completedRun = z.strictObject({ run: conformanceRun, report: conformanceReport });
export type CompletedConformanceRun = z.infer<typeof completedRun>;

/** How many runs of an integration are kept, besides the last result and the one before it. */
export const keptConformanceRuns = 20;

const idParams = z.strictObject({ id: queryId });

/** The last result with the one before it, and what runs now. */
export const getConformance = endpoint({
  id: 'getConformance',
  method: 'GET',
  path: '/integrations/:id/conformance',
  access: 'conformance:read',
  tag: 'integrations',
  summary: 'Conformance checks of an integration: the last result, the one before, and the runs',
  params: idParams,
  response: z.strictObject({
    /** The latest first: those that are kept. */
    runs: z.array(conformanceRun),
    last: completedRun.nullable(),
    before: completedRun.nullable(),
  }),
  failures: [404],
});

/** A job. 409 while another run of the same integration is under way. */
export const runConformanceChecks = endpoint({
  id: 'runConformanceChecks',
  method: 'POST',
  path: '/integrations/:id/conformance',
  access: 'conformance:run',
  tag: 'integrations',
  summary: 'Run the conformance checks on the platform of an integration',
  params: idParams,
  body: z.strictObject({
    /** Also checks that change something at the platform. */
    withWrites: z.boolean(),
  }),
  response: jobReference,
  failures: [404, 409],
});

/** It ends before its next call to the platform. 409 when nothing runs. */
export const cancelConformanceChecks = endpoint({
  id: 'cancelConformanceChecks',
  method: 'POST',
  path: '/integrations/:id/conformance/cancel',
  access: 'conformance:run',
  tag: 'integrations',
  summary: 'Cancel the conformance checks that run on an integration',
  params: idParams,
  response: z.null(),
  failures: [404, 409],
});

export const conformanceFormats = ['html', 'json', 'markdown'] as const;
export type ConformanceFormat = (typeof conformanceFormats)[number];

/** In English, as the command line writes it. */
export const getConformanceFile = endpoint({
  id: 'getConformanceFile',
  method: 'GET',
  path: '/integrations/:id/conformance/:runId/file',
  access: 'conformance:read',
  tag: 'integrations',
  summary: 'The report of a run as the text of a file',
  params: z.strictObject({ id: queryId, runId: z.uuid() }),
  query: z.strictObject({ format: z.enum(conformanceFormats) }),
  response: z.strictObject({ name: z.string(), mediaType: z.string(), text: z.string() }),
  failures: [404],
});

export const conformanceEndpoints = [
  getConformance,
  runConformanceChecks,
  cancelConformanceChecks,
  getConformanceFile,
] as const;

/** How two runs of the same platform differ. A check that was not made in both of them is neither. */
export function compareConformance(
  before: Pick<ConformanceReport, 'results'> | null,
  { results }: Pick<ConformanceReport, 'results'>,
): { newlyFailed: ConformanceCheckId[]; newlyPassed: ConformanceCheckId[] } {
  const states = new Map(before?.results.map(({ id, state }) => [id, state]));
  const changed = (from: 'passed' | 'failed', to: 'passed' | 'failed') =>
    results.filter(({ id, state }) => state === to && states.get(id) === from).map(({ id }) => id);
  return { newlyFailed: changed('passed', 'failed'), newlyPassed: changed('failed', 'passed') };
}
