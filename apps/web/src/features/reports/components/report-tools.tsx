import { ActionIcon, Button, Checkbox, Menu, Popover } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChevronDown,
  IconColumns3,
  IconDots,
  IconLibraryMinus,
  IconLibraryPlus,
  IconTableShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyTableButton, useCopyTable } from '../../../components/copy-table-button.tsx';
import type { CopiedTable } from '../../../lib/copied-table.ts';
import { usePersistent } from '../../../lib/persistent-store.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { addedColumns, columnsFor } from '../columns.ts';
import type { TreeSort } from '../tree.ts';

interface ReportToolsProps {
  seesDue: boolean;
  /** What is shown, to be copied; null where nothing is. */
  table: (() => CopiedTable) | null;
  onExpandAll: () => void;
  onCollapseAll: () => void;
}

/** What can be done with the tree as a whole; a phone has no further columns, and room for one button. */
export function ReportTools({ seesDue, table, onExpandAll, onCollapseAll }: ReportToolsProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const isPhone = useIsPhone();
  const copy = useCopyTable(table);
  if (isPhone) {
    return (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="md" variant="default" aria-label={t('tools')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLibraryPlus size={16} stroke={1.5} />} onClick={onExpandAll}>
            {t('expandAll')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLibraryMinus size={16} stroke={1.5} />} onClick={onCollapseAll}>
            {t('collapseAll')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTableShare size={16} stroke={1.5} />}
            disabled={table === null}
            onClick={() => void copy()}
          >
            {common('copyAsTable')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    );
  }
  return (
    <>
      <CopyTableButton table={table} />
      <Button
        variant="default"
        leftSection={<IconLibraryPlus size={16} stroke={1.5} />}
        onClick={onExpandAll}
      >
        {t('expandAll')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLibraryMinus size={16} stroke={1.5} />}
        onClick={onCollapseAll}
      >
        {t('collapseAll')}
      </Button>
      <ColumnsMenu seesDue={seesDue} />
    </>
  );
}

interface SortMenuProps {
  seesDue: boolean;
  sort: TreeSort;
  onSort: (by: TreeSort['by']) => void;
}

/** The order of the tree on a phone, which has no headings. */
export function SortMenu({ seesDue, sort, onSort }: SortMenuProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const labelOf = (by: TreeSort['by']) => (by === 'name' ? t('name') : common(`metric.${by}`));
  const Arrow = sort.desc ? IconArrowDown : IconArrowUp;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="md" variant="default" aria-label={`${t('sortBy')}: ${labelOf(sort.by)}`}>
          <IconArrowsSort size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(['name', ...columnsFor(seesDue).map(({ id }) => id)] as const).map((by) => (
          <Menu.Item
            key={by}
            onClick={() => onSort(by)}
            rightSection={by === sort.by ? <Arrow size={14} stroke={1.75} aria-hidden="true" /> : undefined}
          >
            {labelOf(by)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Which columns the tree has besides those that it always has. */
function ColumnsMenu({ seesDue }: { seesDue: boolean }) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation('common');
  const added = usePersistent(addedColumns);
  const columns = columnsFor(seesDue);
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.5} />}
          rightSection={<IconChevronDown size={16} stroke={1.5} />}
        >
          {t('columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group
          label={t('addColumns')}
          value={[...added]}
          onChange={(ids) => addedColumns.set(columns.flatMap(({ id }) => (ids.includes(id) ? [id] : [])))}
        >
          {columns
            .filter(({ always }) => !always)
            .map(({ id }) => (
              <Checkbox key={id} value={id} label={common(`metric.${id}`)} mt={8} />
            ))}
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
