import {
  applyBetImport,
  type BetImport,
  checkBetSheet,
  exportBetsForEditing,
  getBetImport,
  listBetImports,
  type QueryInput,
  type ResponseOf,
  undoBetImport,
} from '@ludus/contract';
import { call, queryFor, upload, useInvalidateTags, useMutation } from '../../lib/api/index.ts';
import { saveWorkbook } from '../../lib/workbook.ts';

/** Imports of the last days. */
export const betImportsQuery = () => queryFor(listBetImports, {});

/** An import with its lists. */
export const betImportQuery = (id: string) => queryFor(getBetImport, { params: { id } });

interface ExportEvents {
  onDone: (workbook: ResponseOf<typeof exportBetsForEditing>) => void;
  onFailed: (error: Error) => void;
}

/** Hands a workbook of bet lists to the browser's downloads. */
export function useExportBets({ onDone, onFailed }: ExportEvents) {
  return useMutation({
    mutationFn: (query: QueryInput<typeof exportBetsForEditing>) => call(exportBetsForEditing, { query }),
    onSuccess: (workbook) => {
      saveWorkbook(workbook);
      onDone(workbook);
    },
    onError: onFailed,
  });
}

/** The dry run of an edited workbook; no list is changed. */
export const checkBets = (file: File) => upload(checkBetSheet, { fields: {}, file });

interface ImportEvents {
  onDone: (started: BetImport) => void;
  onFailed: (error: Error) => void;
}

/** Starts the job that applies or undoes an import. */
export function useBetImportAction(action: 'apply' | 'undo', { onDone, onFailed }: ImportEvents) {
  const invalidate = useInvalidateTags();
  return useMutation({
    mutationFn: (id: string) => call(action === 'apply' ? applyBetImport : undoBetImport, { params: { id } }),
    onSuccess: onDone,
    onError: onFailed,
    // Also when it was refused or waits for approval: what is shown of it is another by now.
    onSettled: () => invalidate(['bet-imports', 'approvals', 'jobs', 'logs']),
  });
}
