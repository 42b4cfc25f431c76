import { type BodyInput, endViewAs, startViewAs, type Viewing } from '@ludus/contract';
import { call, useMutation } from '../../lib/api/index.ts';
import { keepViewing, viewing } from '../../lib/view-as.ts';

interface Events<Output> {
  /** The page is to be loaded anew. */
  onDone: (output: Output) => void;
  onError: (error: Error) => void;
}

/** The end may not get through: the view then ends by itself, and no one is kept in it. */
async function end(): Promise<void> {
  const before = viewing();
  if (before !== null) await call(endViewAs, { body: { grant: before.grant } }).catch(() => {});
}

/** Begins to see the hub as a role of an integration, in the place of another view. */
export const useStartViewAs = ({ onDone, onError }: Events<Viewing>) =>
  useMutation({
    mutationFn: async (body: BodyInput<typeof startViewAs>) => {
      const started = await call(startViewAs, { body });
      await end();
      keepViewing(started);
      return started;
    },
    onSuccess: onDone,
    onError,
  });

/** Sees the hub as oneself again. */
export const useLeaveView = ({ onDone, onError }: Events<void>) =>
  useMutation({
    mutationFn: async () => {
      await end();
      keepViewing(null);
    },
    onSuccess: () => onDone(),
    onError,
  });
