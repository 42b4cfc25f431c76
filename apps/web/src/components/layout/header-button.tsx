import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { breakpoints, useMedia } from '../../lib/use-screen.ts';
import { useIsHeaderSheetRow } from './header-sheet-row.ts';

interface HeaderButtonProps {
  label: string;
  /** What it does, where the label leaves that open. */
  hint?: string;
  icon: ReactNode;
  onClick: () => void;
  filled?: boolean;
  danger?: boolean;
  loading?: boolean;
  disabled?: boolean;
  /** Up to which width it is only its icon. */
  iconOn?: keyof typeof breakpoints;
}

/** A button of a page header; on a phone only its icon, unless it is a row of the header's sheet. */
export function HeaderButton(props: HeaderButtonProps) {
  const { label, hint, icon, onClick, filled, danger, loading, disabled, iconOn = 'phone' } = props;
  const isNarrow = useMedia(breakpoints[iconOn]);
  const isRow = useIsHeaderSheetRow();
  const variant = filled ? 'filled' : 'default';
  const common = {
    variant,
    onClick,
    loading: loading ?? false,
    disabled: disabled ?? false,
    title: hint,
    'data-danger': danger || undefined,
  };
  if (isNarrow && !isRow) {
    return (
      <Button {...common} title={hint ?? label} data-square aria-label={label}>
        {icon}
      </Button>
    );
  }
  return (
    <Button {...common} leftSection={icon}>
      {label}
    </Button>
  );
}
