import { mostSheetRows, type SheetCheck } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { checkSheet, useExportGames, useImportAction } from '../../../domain/game/sheet.ts';
import { showImports } from '../show-imports.ts';
import { toastImport, toastImportFailure } from '../toast-import.ts';
import { ImportFoot } from './import-foot.tsx';
import { SheetDrop } from './sheet-drop.tsx';
import styles from './sheet-panel.module.css';
import { SheetRows } from './sheet-rows.tsx';

/** Games in a workbook: out, checked row by row on its way back, and applied. */
export function SheetPanel() {
  const { t } = useTranslation('gamesManage');
  const [file, setFile] = useState<File | null>(null);
  const [check, setCheck] = useState<SheetCheck | null>(null);
  const [isChecking, setChecking] = useState(false);
  const exporting = useExportGames({ onFailed: toastImportFailure });
  const applying = useImportAction('apply', {
    onDone: (result) => {
      setCheck(null);
      setFile(null);
      toastImport(result, 'applied');
      showImports('game-imports');
    },
    onFailed: toastImportFailure,
  });
  const choose = async (chosen: File) => {
    if (isChecking) return;
    setFile(chosen);
    // What an earlier file would do is no longer what the button applies.
    setCheck(null);
    setChecking(true);
    try {
      setCheck(await checkSheet(chosen));
    } catch (error) {
      toastImportFailure(error as Error);
    }
    setChecking(false);
  };
  const count = check?.import.games ?? 0;
  return (
    <>
      <Panel flush title={t('sheetTitle')}>
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
          <SheetDrop
            label={t('sheetFile')}
            invitation={t('sheetDrop', { max: mostSheetRows })}
            file={file}
            isChecking={isChecking}
            onChoose={(chosen) => void choose(chosen)}
          />
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
          <ImportFoot
            importId={check.import.id}
            label={t('sheetApply', { count })}
            question={{ title: t('sheetConfirm', { count }), text: t('sheetConfirmText') }}
            isDisabled={count === 0 || check.needsApproval}
            applying={applying}
          />
        </>
      )}
    </>
  );
}
