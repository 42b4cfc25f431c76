import type { SheetCheck, SheetResult } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { checkSheet, useExportGames, useImportAction } from '../../../domain/game/sheet.ts';
import { toast } from '../../../lib/toast.tsx';
import { SheetImports } from './sheet-imports.tsx';
import styles from './sheet-panel.module.css';
import { SheetRows } from './sheet-rows.tsx';

const onFailed = (error: Error) => {
  const [field] = 'fields' in error ? Object.values((error.fields as Record<string, string>) ?? {}) : [];
  toast('error', field ?? error.message, field === undefined ? { error } : {});
};

/** Games in a workbook: out, checked row by row on its way back, applied, and undone. */
export function SheetPanel() {
  const { t } = useTranslation('gamesManage');
  const [file, setFile] = useState<File | null>(null);
  const [check, setCheck] = useState<SheetCheck | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const exporting = useExportGames({ onFailed });
  const applying = useImportAction('apply', {
    onDone: (result) => {
      setConfirming(false);
      setCheck(null);
      setFile(null);
      tellOf(result, 'sheetApplied');
    },
    onFailed: (error) => {
      setConfirming(false);
      onFailed(error);
    },
  });
  const tellOf = ({ import: done, refused }: SheetResult, key: 'sheetApplied' | 'sheetUndone') => {
    const count = key === 'sheetUndone' ? done.games - refused.length : done.games;
    toast('success', t(key, { count }));
    const names = refused.map(({ name }) => name).join(', ');
    if (refused.length > 0) toast('error', t('sheetRefused', { names }));
  };
  const choose = async (chosen: File) => {
    if (isChecking) return;
    setFile(chosen);
    // What an earlier file would do is no longer what the button applies.
    setCheck(null);
    setChecking(true);
    try {
      setCheck(await checkSheet(chosen));
    } catch (error) {
      onFailed(error as Error);
    }
    setChecking(false);
  };
  const count = check?.import.games ?? 0;
  return (
    <>
      <Panel flush label={t('panel.file')}>
        <div className={styles.intro}>
          <p>{t('sheetHelp')}</p>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {t('sheetExport')}
          </Button>
          <DropZone
            label={t('sheetFile')}
            accept=".xlsx,.csv,text/csv"
            className={styles.zone}
            onFiles={([chosen]) => chosen !== undefined && void choose(chosen)}
          >
            {(open) => (
              <>
                <span>{file === null ? t('sheetDrop') : file.name}</span>
                <Button
                  variant="default"
                  leftSection={<IconFileUpload size={16} stroke={1.5} />}
                  loading={isChecking}
                  onClick={open}
                >
                  {t(file === null ? 'sheetChoose' : 'sheetAnother')}
                </Button>
              </>
            )}
          </DropZone>
        </div>
      </Panel>
      {check !== null && (
        <>
          <SheetRows check={check} />
          {check.needsApproval && (
            <p className={styles.refused} role="alert">
              {t('sheetNeedsApproval')}
            </p>
          )}
          <div className={styles.foot}>
            <Button disabled={count === 0 || check.needsApproval} onClick={() => setConfirming(true)}>
              {t('sheetApply', { count })}
            </Button>
          </div>
        </>
      )}
      <SheetImports onUndone={(result) => tellOf(result, 'sheetUndone')} onFailed={onFailed} />
      <ConfirmModal
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => check !== null && applying.mutate(check.import.id)}
        title={t('sheetConfirm', { count })}
        confirmLabel={t('sheetApply', { count })}
        loading={applying.isPending}
      >
        {t('sheetConfirmText')}
      </ConfirmModal>
    </>
  );
}
