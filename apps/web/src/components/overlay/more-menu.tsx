import { ActionIcon, type Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { hint } from '../hint.ts';
import { LateMenu } from './floats.tsx';

interface MoreMenuProps {
  /** Accessible name, and the tooltip. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
  size?: 'md' | 'sm';
  /** With a frame, beside other buttons. */
  framed?: boolean;
  children: (parts: typeof Menu) => ReactNode;
}

/** What can be done here, behind one button where there is no room for a button each. */
export function MoreMenu({ label, ref, framed, size = 'md', children }: MoreMenuProps) {
  return (
    <LateMenu
      position="bottom-end"
      withinPortal
      target={
        <ActionIcon
          ref={ref}
          size={size}
          {...(framed ? { variant: 'default' } : {})}
          {...hint(label)}
          aria-label={label}
        >
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      }
    >
      {children}
    </LateMenu>
  );
}
