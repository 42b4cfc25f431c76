import type { SheetImport } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { gameImportsQuery, useImportAction } from '../../../domain/game/sheet.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toastImport, toastImportFailure } from '../toast-import.ts';
import styles from './sheet-panel.module.css';

/** Imports of the last days, each of which can be undone. Nothing stands here while there are none. */
export function SheetImports() {
  const { t } = useTranslation('gamesManage');
  const query = useQuery(gameImportsQuery());
  const [asked, setAsked] = useState<SheetImport | null>(null);
  const undo = useImportAction('undo', {
    onDone: (result) => {
      setAsked(null);
      toastImport(result, 'undone');
    },
    onFailed: (error) => {
      setAsked(null);
      toastImportFailure(error);
    },
  });
  const imports = query.data ?? [];
  const nameOf = ({ fileName, files }: SheetImport) =>
    files > 1 ? t('mediaImportName', { name: fileName, count: files - 1 }) : fileName;
  if (imports.length === 0 && !query.isError) return null;
  return (
    <Panel flush title={t('sheetImports')}>
      <QueryView query={query} compact>
        <ul id="game-imports" tabIndex={-1} className={styles.imports} aria-label={t('sheetImports')}>
          {imports.map((one) => (
            <li key={one.id}>
              <span>
                <b>{nameOf(one)}</b>
                <br />
                {t(one.kind === 'media' ? 'mediaImportFacts' : 'sheetImportFacts', {
                  count: one.games,
                  name: one.username,
                  at: one.appliedAt === null ? '' : formatInstant(one.appliedAt),
                })}
              </span>
              {one.isUndoable ? (
                <Button
                  variant="default"
                  aria-label={`${t('sheetUndo')}: ${nameOf(one)}`}
                  onClick={() => setAsked(one)}
                >
                  {t('sheetUndo')}
                </Button>
              ) : (
                <span>{t('sheetWasUndone')}</span>
              )}
            </li>
          ))}
        </ul>
      </QueryView>
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && undo.mutate(asked.id)}
        title={t('sheetUndoTitle', { name: asked === null ? '' : nameOf(asked) })}
        confirmLabel={t('sheetUndo')}
        loading={undo.isPending}
      >
        {t(asked?.kind === 'media' ? 'mediaUndoText' : 'sheetUndoText')}
      </ConfirmModal>
    </Panel>
  );
}
