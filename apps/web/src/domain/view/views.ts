import { type BodyInput, createView, deleteView, pinView, type SavedView, updateView } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, call, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { viewsQuery } from './views-query.ts';

/** Puts a changed view into the list at once, so that the screen it is shown on knows it; null takes it away. */
function useStoreView() {
  const client = useQueryClient();
  const invalidate = useInvalidateTags();
  const { queryKey } = viewsQuery();
  return (id: number, view: SavedView | null) => {
    client.setQueryData<SavedView[]>(queryKey, (before) =>
      before === undefined
        ? before
        : [...before.filter((one) => one.id !== id), ...(view === null ? [] : [view])],
    );
    return invalidate(['views']);
  };
}

export function useCreateView() {
  const store = useStoreView();
  return useMutation({
    mutationFn: (body: BodyInput<typeof createView>) => call(createView, { body }),
    onSuccess: (view) => store(view.id, view),
  });
}

export function useUpdateView() {
  const store = useStoreView();
  return useMutation({
    mutationFn: ({ id, ...body }: BodyInput<typeof updateView> & { id: number }) =>
      call(updateView, { params: { id }, body }),
    onSuccess: (view) => store(view.id, view),
  });
}

export function usePinView() {
  const store = useStoreView();
  return useMutation({
    mutationFn: ({ id, isPinned }: { id: number; isPinned: boolean }) =>
      call(pinView, { params: { id }, body: { isPinned } }),
    onSuccess: (view) => store(view.id, view),
  });
}

/** One that is gone already counts as deleted. */
export function useDeleteView() {
  const store = useStoreView();
  return useMutation({
    async mutationFn(id: number) {
      try {
        await call(deleteView, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_gone, id) => store(id, null),
  });
}
