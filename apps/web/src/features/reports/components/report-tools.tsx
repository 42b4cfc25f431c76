import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconChevronDown, IconColumns3, IconLibraryMinus, IconLibraryPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { usePersistent } from '../../../lib/persistent-store.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { addedColumns, columnsFor } from '../columns.ts';

interface ReportToolsProps {
  seesDue: boolean;
  onExpandAll: () => void;
  onCollapseAll: () => void;
}

/** What can be done with the tree as a whole; a phone has no further columns. */
export function ReportTools({ seesDue, onExpandAll, onCollapseAll }: ReportToolsProps) {
  const { t } = useTranslation('reports');
  const isPhone = useIsPhone();
  return (
    <>
      <Tool label={t('expandAll')} icon={IconLibraryPlus} isPhone={isPhone} onClick={onExpandAll} />
      <Tool label={t('collapseAll')} icon={IconLibraryMinus} isPhone={isPhone} onClick={onCollapseAll} />
      {!isPhone && <ColumnsMenu seesDue={seesDue} />}
    </>
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

interface ToolProps {
  label: string;
  icon: typeof IconLibraryPlus;
  isPhone: boolean;
  onClick: () => void;
}

/** With its name, except where a phone has no room for it. */
function Tool({ label, icon: Icon, isPhone, onClick }: ToolProps) {
  if (isPhone) {
    return (
      <ActionIcon size="md" variant="default" aria-label={label} title={label} onClick={onClick}>
        <Icon size={16} stroke={1.5} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={<Icon size={16} stroke={1.5} />} onClick={onClick}>
      {label}
    </Button>
  );
}
