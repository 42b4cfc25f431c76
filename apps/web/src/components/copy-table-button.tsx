import { ActionIcon, Button } from '@mantine/core';
import { IconTableShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type CopiedTable, copyTable } from '../lib/copied-table.ts';
import { toast } from '../lib/toast.tsx';
import { hint } from './hint.ts';
import { useIsHeaderSheetRow } from './layout/header-sheet-row.ts';

interface CopyTableButtonProps {
  /** What is shown: the rows of the page, in their order. Null while it loads. */
  table: (() => CopiedTable) | null;
  disabled?: boolean;
  /** With its name beside the icon, where there is room. */
  labelled?: boolean;
}

/** Copies a table so that a spreadsheet gets numbers as numbers, and says how many rows there were. */
export function CopyTableButton({
  table,
  disabled = table === null,
  labelled = false,
}: CopyTableButtonProps) {
  const { t } = useTranslation('common');
  const isRow = useIsHeaderSheetRow();
  const copy = async () => {
    if (table === null) return;
    const copied = table();
    try {
      await copyTable(copied);
      toast('copy', t('rowsCopied', { count: copied.rows.length }));
    } catch {
      toast('error', t('tableNotCopied'));
    }
  };
  const icon = <IconTableShare size={16} stroke={1.5} />;
  if (labelled || isRow) {
    return (
      <Button variant="default" onClick={() => void copy()} disabled={disabled} leftSection={icon}>
        {t('copyAsTable')}
      </Button>
    );
  }
  return (
    <ActionIcon
      {...hint(t('copyAsTable'))}
      variant="default"
      size="md"
      aria-label={t('copyAsTable')}
      onClick={() => void copy()}
      disabled={disabled}
    >
      {icon}
    </ActionIcon>
  );
}
