import type { BetImport } from '@ludus/contract';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { usePendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { betImportsQuery, useBetImportAction } from '../../../domain/game/bet-imports.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toastImportFailure } from '../toast-import.ts';
import { BetResults } from './bet-results.tsx';
import styles from './sheet-panel.module.css';

interface BetImportsProps {
  /** The import whose lists are shown; null for none. */
  shownId: string | null;
  onShow: (id: string | null) => void;
}

/** Imports of bet lists of the last days: how far each has come, the result of each list, and its undoing. */
export function BetImports({ shownId, onShow }: BetImportsProps) {
  const { t } = useTranslation('gamesManage');
  const query = useQuery(betImportsQuery());
  const [asked, setAsked] = useState<BetImport | null>(null);
  const undo = useBetImportAction('undo', { onDone: ({ id }) => onShow(id), onFailed: toastImportFailure });
  // Of one that is applied only the undo can wait.
  const waiting = new Set(usePendingChanges('bet-import').map(({ subject }) => subject));
  const undoWaits = ({ id, isUndoable }: BetImport) => isUndoable && waiting.has(`bet-import/${id}`);
  const imports = query.data ?? [];
  if (imports.length === 0 && !query.isError) return null;
  return (
    <Panel flush title={t('betsImports')}>
      <QueryView query={query} compact>
        <ul id="bet-imports" tabIndex={-1} className={styles.imports} aria-label={t('betsImports')}>
          {imports.map((one) => (
            <li key={one.id}>
              <span className={styles.import}>
                <b>{one.fileName}</b>
                <span>
                  {t('betsImportFacts', {
                    count: one.lists,
                    name: one.username,
                    at: one.appliedAt === null ? '' : formatInstant(one.appliedAt),
                  })}
                </span>
                <ImportState one={one} />
                {undoWaits(one) && <span>{t('betsUndoWaits')}</span>}
              </span>
              <span className={styles.actions}>
                <Button
                  variant="default"
                  aria-expanded={shownId === one.id}
                  aria-label={`${t('betsResults')}: ${one.fileName}`}
                  onClick={() => onShow(shownId === one.id ? null : one.id)}
                >
                  {t('betsResults')}
                </Button>
                {one.isUndoable && (
                  <Button
                    variant="default"
                    disabled={undoWaits(one)}
                    aria-label={`${t('sheetUndo')}: ${one.fileName}`}
                    onClick={() => setAsked(one)}
                  >
                    {t('sheetUndo')}
                  </Button>
                )}
              </span>
              {shownId === one.id && <BetResults id={one.id} />}
            </li>
          ))}
        </ul>
      </QueryView>
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && undo.mutate(asked.id, { onSettled: () => setAsked(null) })}
        title={t('sheetUndoTitle', { name: asked?.fileName ?? '' })}
        confirmLabel={t('sheetUndo')}
        loading={undo.isPending}
      >
        {t('betsUndoText')}
      </ConfirmModal>
    </Panel>
  );
}

/** How far it has come, and how its lists have fared. */
function ImportState({ one: { state, applied, undone } }: { one: BetImport }) {
  const { t } = useTranslation('gamesManage');
  const counts = undone ?? applied;
  if (counts === null) return null;
  const { waiting, done, failed } = counts;
  const all = waiting + done + failed;
  if (state !== 'applying' && state !== 'undoing') {
    const text = t(undone === null ? 'betsApplied' : 'betsUndone', { done, count: all });
    return <span data-wrong={failed > 0 || undefined}>{text}</span>;
  }
  const text = t(state === 'applying' ? 'betsApplying' : 'betsUndoing', { done: all - waiting, count: all });
  return (
    <span className={styles.sending}>
      <span role="status">{text}</span>
      <Progress size={6} value={all === 0 ? 0 : ((all - waiting) / all) * 100} aria-label={text} />
    </span>
  );
}
