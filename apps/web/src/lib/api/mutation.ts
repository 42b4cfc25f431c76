import {
  noop,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useAnyMutation,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSingleFlight } from '../use-single-flight.ts';

/**
 * TanStack's `useMutation` for what a person sends: a second `mutate` before the first has settled is dropped, so that a
 * double click sends once. `mutateAsync` knows nothing of that. What follows in its own callbacks takes another hook.
 */
export function useMutation<Data = unknown, Problem = Error, Variables = void, Before = unknown>(
  options: UseMutationOptions<Data, Problem, Variables, Before>,
): UseMutationResult<Data, Problem, Variables, Before> {
  const result = useAnyMutation(options);
  const { mutateAsync } = result;
  const once = useSingleFlight();
  const mutate = useCallback<UseMutateFunction<Data, Problem, Variables, Before>>(
    (...given) => once(() => mutateAsync(...given).catch(noop)),
    [once, mutateAsync],
  );
  return { ...result, mutate };
}
