import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsPhone } from '../../lib/use-screen.ts';

interface HeaderButtonProps {
  label: string;
  /** What it does, where the label leaves that open. */
  hint?: string;
  icon: ReactNode;
  onClick: () => void;
  filled?: boolean;
  danger?: boolean;
  loading?: boolean;
}

/** A button of a page header; on a phone only its icon. */
export function HeaderButton({ label, hint, icon, onClick, filled, danger, loading }: HeaderButtonProps) {
  const isPhone = useIsPhone();
  const variant = filled ? 'filled' : 'default';
  const common = {
    variant,
    onClick,
    loading: loading ?? false,
    title: hint,
    'data-danger': danger || undefined,
  };
  if (isPhone) {
    return (
      <Button {...common} w={40} px={0} aria-label={label}>
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
