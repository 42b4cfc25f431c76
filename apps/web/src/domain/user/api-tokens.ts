import {
  type ApiTokenForm,
  type ApiTokenSecret,
  createApiToken,
  listApiTokens,
  renewApiToken,
  revokeApiToken,
} from '@ludus/contract';
import { call, queryFor, useInvalidateTags, useMutation } from '../../lib/api/index.ts';

const usesReadMs = 30_000;

/** Programs use tokens while the list is shown, and no one is notified of it: it is read again now and then, and on return to the page. */
export const apiTokensQuery = () => ({
  ...queryFor(listApiTokens, {}),
  refetchInterval: usesReadMs,
  refetchOnWindowFocus: 'always' as const,
});

interface Events<Output> {
  onDone: (output: Output) => void;
  onError: (error: Error) => void;
}

/** How a call is made, and that the list shows the state after it. */
function useChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { onDone, onError }: Events<Output>,
) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn,
    onError,
    onSuccess: (output: Output) => {
      onDone(output);
      return invalidate(['api-tokens']);
    },
  });
}

/** The response is the only one that ever holds the secret. */
export const useCreateApiToken = (events: Events<ApiTokenSecret>) =>
  useChange((body: ApiTokenForm) => call(createApiToken, { body }), events);

export const useRenewApiToken = (events: Events<ApiTokenSecret>) =>
  useChange((id: string) => call(renewApiToken, { params: { id } }), events);

export const useRevokeApiToken = (events: Events<null>) =>
  useChange((id: string) => call(revokeApiToken, { params: { id } }), events);
