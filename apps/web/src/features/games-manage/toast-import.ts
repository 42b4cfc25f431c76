import type { SheetResult } from '@ludus/contract';
import i18next from 'i18next';
import { toast } from '../../lib/toast.tsx';

/** Says what an import or its undo has changed, and what it left as it was. */
export function toastImport({ import: done, refused }: SheetResult, what: 'applied' | 'undone'): void {
  const t = i18next.getFixedT(null, 'gamesManage');
  if (done.kind === 'media') {
    toast('success', what === 'applied' ? t('mediaApplied', { count: done.games }) : t('mediaUndone'));
  } else if (what === 'applied') toast('success', t('sheetApplied', { count: done.games }));
  else toast('success', t('sheetUndone', { count: done.games - refused.length }));
  const names = refused.map(({ name }) => name).join(', ');
  if (refused.length > 0) toast('error', t('sheetRefused', { names }));
}

/** Says why a call of an import was refused: what is wrong with the file, where it is the file. */
export function toastImportFailure(error: Error): void {
  const [field] = 'fields' in error ? Object.values((error.fields as Record<string, string>) ?? {}) : [];
  toast('error', field ?? error.message, field === undefined ? { error } : {});
}
