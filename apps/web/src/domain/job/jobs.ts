import type { Job, Message, RealtimeEvents } from '@ludus/contract';
import { createPersistentStore } from '../../lib/persistent-store.ts';

/** null: hidden. called: requested, not started. The rest as the documents name them. */
export type JobStatus = 'called' | 'running' | 'ended' | 'error' | 'disconnected' | null;

/** The background job of the current user as the widget shows it. */
export interface JobState {
  status: JobStatus;
  /** What it was before the socket was lost, to go back to. */
  before: 'called' | 'running' | null;
  jobId: string | null;
  name: string;
  message: string;
  /** The message with its code; null before the first. */
  detail: Message | null;
  percentage: number;
  /** What the job has done so far, by key. */
  summary: Readonly<Record<string, string | number>>;
  /** Rows that a platform sent and that were quarantined. */
  quarantined: number;
  /** Milliseconds since 1970, by this machine's clock. */
  startedAt: number | null;
  finishedAt: number | null;
  minimised: boolean;
}

export const noJob: JobState = {
  status: null,
  before: null,
  jobId: null,
  name: '',
  message: '',
  detail: null,
  percentage: 0,
  summary: {},
  quarantined: 0,
  startedAt: null,
  finishedAt: null,
  minimised: false,
};

type Progress = RealtimeEvents['job-progress'];
type Failure = RealtimeEvents['job-error'];

export type JobAction =
  | { type: 'called'; jobId: string; name: string; at: number }
  | { type: 'progress'; event: Progress; userId: string; at: number }
  | { type: 'failed'; event: Failure; userId: string }
  | { type: 'disconnected' }
  /** The socket is connected (again): the job as the API returns it, or null when it no longer exists. */
  | { type: 'reconnected'; job: Job | null; at: number }
  /** A page load: the job that the last visit left behind, and the jobs that are really under way. */
  | { type: 'loaded'; leftBehind: string | null; active: readonly Job[] }
  | { type: 'minimise'; minimised: boolean }
  | { type: 'close' };

function record(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The key/value part of an event's data that people read. */
export function summaryOf(value: unknown): Record<string, string | number> {
  const entries = Object.entries(record(value)).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(entries);
}

/** How many parts of a job's work came to nothing: mails that were not sent, integrations that failed, by their names. */
export function countUndelivered({
  failed = 0,
  refused = 0,
}: Readonly<Record<string, string | number>>): number {
  const count = (part: string | number) => (typeof part === 'number' ? part : part.split(', ').length);
  return count(failed) + count(refused);
}

/** What people read of a summary: of what came to nothing, only what there is. */
export const shownSummary = (summary: Readonly<Record<string, string | number>>) =>
  Object.entries(summary).filter(([key, value]) => value !== 0 || (key !== 'failed' && key !== 'refused'));

/** Whether a job of this name refreshes or closes sessions, and so has a result for each. */
export const hasSessionResults = (name: string | null) =>
  name === 'refresh-sessions' || name === 'close-sessions';

function countQuarantined(integrations: unknown): number {
  if (!Array.isArray(integrations)) return 0;
  return integrations.reduce((sum: number, part: unknown) => {
    const count = record(part).quarantined;
    return sum + (typeof count === 'number' ? count : 0);
  }, 0);
}

function fromJob(state: JobState, job: Job, at: number): JobState {
  const common = {
    ...state,
    before: null,
    jobId: job.id,
    name: job.name,
    message: job.progress.message,
    detail: job.progress.detail ?? null,
    percentage: job.progress.percentage,
    summary: job.summary,
    quarantined: countQuarantined(job.integrations),
  };
  if (job.state === 'failed' || job.state === 'cancelled') return { ...common, status: 'error' };
  if (job.state === 'completed')
    return { ...common, status: 'ended', percentage: 100, finishedAt: state.finishedAt ?? at };
  if (job.state === 'active') return { ...common, status: 'running' };
  return { ...common, status: 'called' };
}

/** The state machine of the widget. Events of other users change nothing. */
export function jobReducer(state: JobState, action: JobAction): JobState {
  switch (action.type) {
    case 'called':
      // A job can start, and even fail, before the response with its id arrives: its events know more.
      if (state.jobId === action.jobId) return state;
      return { ...noJob, status: 'called', jobId: action.jobId, name: action.name, startedAt: action.at };
    case 'progress': {
      const { event } = action;
      if (event.data.userId !== action.userId) return state;
      // A straggler of a job that this one has replaced; a start of another job replaces what is shown.
      const isOther = state.jobId !== null && state.jobId !== event.jobId;
      if (isOther && event.type === 'end' && isUnderWay(state)) return state;
      const base = event.type === 'start' || isOther ? { ...noJob, minimised: state.minimised } : state;
      const next: JobState = {
        ...base,
        before: null,
        jobId: event.jobId,
        name: event.name,
        startedAt: base.startedAt ?? state.startedAt ?? action.at,
        summary: event.type === 'start' ? {} : { ...base.summary, ...summaryOf(event.data.summary) },
        quarantined:
          event.type === 'start' ? 0 : countQuarantined(event.data.integrations) || base.quarantined,
        message: event.type === 'start' ? '' : event.progress.message,
        detail: event.type === 'start' ? null : (event.progress.detail ?? null),
        percentage: event.type === 'start' ? 0 : event.progress.percentage,
      };
      if (event.type === 'end') return { ...next, status: 'ended', percentage: 100, finishedAt: action.at };
      return { ...next, status: 'running', finishedAt: null };
    }
    case 'failed':
      if (action.event.data.userId !== action.userId) return state;
      return {
        ...state,
        status: 'error',
        before: null,
        jobId: action.event.jobId,
        name: action.event.name,
        minimised: false,
      };
    case 'disconnected':
      return isUnderWay(state) ? { ...state, status: 'disconnected', before: state.status } : state;
    case 'reconnected':
      if (state.status !== 'disconnected' && !isUnderWay(state)) return state;
      if (action.job) return fromJob(state, action.job, action.at);
      return noJob;
    case 'loaded': {
      // A job of this visit: its own events know more than a list that may be older.
      if (state.jobId !== null && state.jobId !== action.leftBehind) return state;
      if (state.status === 'error' || state.status === 'disconnected') return noJob;
      if (action.active.length === 0) return noJob;
      const known = action.active.find((job) => job.id === state.jobId);
      if (known) return fromJob(state, known, Date.parse(known.timestamp));
      const other = action.active[0];
      // Another window of this person started it.
      return other ? fromJob({ ...noJob, startedAt: Date.parse(other.timestamp) }, other, 0) : noJob;
    }
    case 'minimise':
      return { ...state, minimised: action.minimised };
    case 'close':
      return isUnderWay(state) ? state : noJob;
  }
}

export function isUnderWay(state: JobState): state is JobState & { status: 'called' | 'running' } {
  return state.status === 'called' || state.status === 'running';
}

function readState(value: unknown): JobState | undefined {
  const raw = record(value);
  const statuses = ['called', 'running', 'ended', 'error', 'disconnected', null];
  if (!statuses.includes(raw.status as JobStatus) || typeof raw.name !== 'string') return undefined;
  return { ...noJob, ...raw, summary: summaryOf(raw.summary) } as JobState;
}

/** The job's state outlives a reload, subject to the clearing rules of `loaded`. */
export const jobStore = createPersistentStore('ludus.job', noJob, readState);

export function dispatchJob(action: JobAction): void {
  jobStore.set((before) => jobReducer(before, action));
}

/** Shows a job that a screen has just requested as waiting until its first event arrives. */
export function showRequestedJob(jobId: string, name: string): void {
  dispatchJob({ type: 'called', jobId, name, at: Date.now() });
}
