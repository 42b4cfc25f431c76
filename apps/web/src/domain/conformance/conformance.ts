import {
  type BodyInput,
  type ConformanceFormat,
  cancelConformanceChecks,
  getConformance,
  getConformanceFile,
  runConformanceChecks,
} from '@ludus/contract';
import type { ConformanceReport } from '@ludus/contract/conformance';
import { queryOptions } from '@tanstack/react-query';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { download } from '../../lib/download.ts';
import { showRequestedJob } from '../job/jobs.ts';

/** The last result of the checks of an integration, the one before, and the runs. */
export const conformanceQuery = (id: number) => queryFor(getConformance, { params: { id } });

interface RunEvents {
  onFailed: (error: Error) => void;
}

/** Starts the checks as a job. */
export function useRunConformance(id: number, { onFailed }: RunEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (body: BodyInput<typeof runConformanceChecks>) =>
      call(runConformanceChecks, { params: { id }, body }),
    onSuccess: ({ jobId }) => showRequestedJob(jobId, 'check-conformance'),
    onError: onFailed,
    // Also when it was refused: someone else has started them.
    onSettled: () => invalidate(['conformance', 'jobs', 'logs']),
  });
}

export function useCancelConformance(id: number, { onFailed }: RunEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: () => call(cancelConformanceChecks, { params: { id } }),
    onError: onFailed,
    onSettled: () => invalidate(['conformance', 'jobs', 'logs']),
  });
}

interface ReportPlace {
  id: number;
  runId: string;
}

const readFile = ({ id, runId }: ReportPlace, format: ConformanceFormat) =>
  call(getConformanceFile, { params: { id, runId }, query: { format } });

/** What the checks of a kept run have found, from its file. */
export const runReportQuery = (place: ReportPlace) =>
  queryOptions({
    ...queryFor(getConformanceFile, { params: place, query: { format: 'json' } }),
    select: ({ text }) => JSON.parse(text) as ConformanceReport,
  });

/** The report as text, to be pasted into an issue or a mail. */
export async function reportText(place: ReportPlace): Promise<string> {
  return (await readFile(place, 'markdown')).text;
}

/** Saves the report as the command line writes it. */
export async function downloadReport(place: ReportPlace, format: ConformanceFormat): Promise<void> {
  const { name, mediaType, text } = await readFile(place, format);
  download(new Blob([text], { type: `${mediaType};charset=utf-8` }), name);
}
