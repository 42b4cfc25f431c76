import { getJob, listActiveJobs } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dispatchJob, isUnderWay, jobStore } from '../domain/job/jobs.ts';
import { call } from '../lib/api/index.ts';
import { useSession } from '../lib/auth/index.ts';
import { afterFirstScreen } from '../lib/first-screen.ts';
import { openRealtime } from '../lib/realtime.ts';

/** What happened to the job while there was no connection is read from the API. */
async function catchUpWithJob(): Promise<void> {
  const { jobId } = jobStore.get();
  const job = jobId === null ? null : await call(getJob, { params: { id: jobId } }).catch(() => null);
  dispatchJob({ type: 'reconnected', job, at: Date.now() });
}

/** The one bridge between the socket and the query cache. */
export function RealtimeBridge() {
  const session = useSession();
  const queryClient = useQueryClient();
  useEffect(() => {
    let close: (() => void) | null = null;
    let isGone = false;
    const open = () => {
      void openRealtime(session, {
        // What events mean is looked up in the whole contract: it is loaded when there is one. Of two imports that wait for it
        // the later can be first, because only the first waits for what it preloads: the failure of a job came before its
        // last progress, and the widget showed it as running for good.
        on: async (name, data) => {
          const { applyEvent } = await import('./realtime-events.ts');
          applyEvent(queryClient, session.user().userId, name, data);
        },
        onConnect: (mayHaveMissed) => {
          const state = jobStore.get();
          const hasJob = state.status === 'disconnected' || isUnderWay(state);
          if (hasJob) void catchUpWithJob();
          // Whatever was missed meanwhile, also by a job that was started before the first connection: refresh what is on
          // screen, the rest when it is shown next.
          if (mayHaveMissed || hasJob) void queryClient.invalidateQueries();
        },
        onDisconnect: () => {
          if (isUnderWay(jobStore.get())) dispatchJob({ type: 'disconnected' });
        },
      }).then((stop) => {
        if (isGone) stop();
        else close = stop;
      });
    };
    const callOff = afterFirstScreen(open);
    return () => {
      isGone = true;
      callOff();
      close?.();
    };
  }, [session, queryClient]);

  useEffect(() => {
    const leftBehind = jobStore.get().jobId;
    return afterFirstScreen(() => {
      void call(listActiveJobs, { params: { queue: 'bookkeeping' } })
        .then((jobs) => {
          const { userId } = session.user();
          dispatchJob({
            type: 'loaded',
            leftBehind,
            active: jobs.filter((job) => job.data.userId === userId),
          });
        })
        .catch((error: unknown) => console.warn('The active jobs could not be read.', error));
    });
  }, [session]);
  return null;
}
