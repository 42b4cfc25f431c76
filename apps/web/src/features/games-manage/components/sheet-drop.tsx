import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import styles from './sheet-panel.module.css';

interface SheetDropProps {
  label: string;
  /** What stands there while no file is chosen. */
  invitation: string;
  file: File | null;
  isChecking: boolean;
  onChoose: (file: File) => void;
}

/** Where an edited workbook is dropped or chosen. */
export function SheetDrop({ label, invitation, file, isChecking, onChoose }: SheetDropProps) {
  const { t } = useTranslation('gamesManage');
  return (
    <DropZone
      label={label}
      accept=".xlsx,.csv,text/csv"
      className={styles.zone}
      onFiles={([chosen]) => chosen !== undefined && onChoose(chosen)}
    >
      {(open) => (
        <>
          <span>{file === null ? invitation : file.name}</span>
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
  );
}
