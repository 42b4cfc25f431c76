import { Pill } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ChipProps {
  label: string;
  /** A picture before the label. */
  art?: ReactNode;
  /** Without it the chip has no button. */
  onRemove?: (() => void) | undefined;
  className?: string | undefined;
}

/** One of several chosen values inside a field; its button can be reached with Tab, which Mantine leaves to Backspace. */
export function Chip({ label, art, onRemove, className }: ChipProps) {
  const { t } = useTranslation('common');
  return (
    <Pill
      className={className}
      withRemoveButton={onRemove !== undefined}
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': t('remove', { what: label }),
        'aria-hidden': false,
        tabIndex: 0,
        icon: <IconX size={13} stroke={1.5} />,
      }}
    >
      {art}
      <span className="hub-ellipsis">{label}</span>
    </Pill>
  );
}
