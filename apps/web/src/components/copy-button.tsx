import { ActionIcon, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../lib/toast.tsx';
import { hint } from './hint.ts';

interface CopyButtonProps {
  /** The text, or a call that fetches it first (a rejected call counts as a failed copy). */
  value: string | (() => Promise<string>);
  /** What is copied, for the spoken name: "Session ID". */
  label: string;
  /** Toast texts, quoted from the documents by the caller. */
  success: string;
  failure: string;
  /** With children it is a button with that text, without it an icon. */
  children?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
}

/** Copies to the clipboard and says so, or says that it failed. */
export function CopyButton({ value, label, success, failure, children, icon, disabled }: CopyButtonProps) {
  const { t } = useTranslation('common');
  const copy = async () => {
    try {
      const text = typeof value === 'string' ? value : await value();
      await navigator.clipboard.writeText(text);
      toast('copy', success);
    } catch {
      toast('error', failure);
    }
  };
  const onClick = () => void copy();
  const shownIcon = icon ?? <IconCopy size={16} stroke={1.5} />;
  if (children) {
    return (
      <Button variant="default" onClick={onClick} disabled={disabled} leftSection={shownIcon}>
        {children}
      </Button>
    );
  }
  return (
    <ActionIcon
      {...hint(t('copyOf', { what: label }))}
      size="sm"
      onClick={onClick}
      disabled={disabled}
      aria-label={t('copyOf', { what: label })}
    >
      {shownIcon}
    </ActionIcon>
  );
}
