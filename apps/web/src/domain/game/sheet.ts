import {
  applyGameImport,
  checkGameSheet,
  exportGamesForEditing,
  listGameImports,
  type SheetResult,
  undoGameImport,
} from '@ludus/contract';
import { call, queryFor, upload, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { saveWorkbook } from '../../lib/workbook.ts';

/** Imports of the last days. */
export const gameImportsQuery = () => queryFor(listGameImports, {});

/** Hands the workbook of all games to the browser's downloads. */
export function useExportGames({ onFailed }: { onFailed: (error: Error) => void }) {
  return useMutation({
    mutationFn: () => call(exportGamesForEditing, {}),
    onSuccess: saveWorkbook,
    onError: onFailed,
  });
}

/** The dry run of an edited workbook; no game is changed. */
export const checkSheet = (file: File) => upload(checkGameSheet, { fields: {}, file });

interface ImportEvents {
  onDone: (result: SheetResult) => void;
  onFailed: (error: Error) => void;
}

/** Applies or undoes an import. */
export function useImportAction(action: 'apply' | 'undo', { onDone, onFailed }: ImportEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (id: string) =>
      call(action === 'apply' ? applyGameImport : undoGameImport, { params: { id } }),
    onSuccess: async (result) => {
      await invalidate(['games', 'integrations', 'logs']);
      onDone(result);
    },
    onError: onFailed,
  });
}
