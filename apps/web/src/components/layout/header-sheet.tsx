import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomSheet } from '../overlay/bottom-sheet.tsx';
import styles from './header-sheet.module.css';
import { HeaderSheetRow } from './header-sheet-row.ts';

interface HeaderSheetProps {
  /** The page whose actions these are. */
  title: string;
  children: ReactNode;
}

/** The actions of a page's head on a phone, a row each, behind one button. They stay mounted: some know what is under way. */
export function HeaderSheet({ title, children }: HeaderSheetProps) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const href = useRouterState({ select: (state) => state.location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an action that has led elsewhere is done.
  useEffect(() => setOpened(false), [href]);
  return (
    <>
      <ActionIcon
        ref={button}
        variant="default"
        size="md"
        aria-label={t('pageActions')}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <IconDots size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      <BottomSheet
        keepMounted
        opened={opened}
        onClose={() => setOpened(false)}
        size="auto"
        title={title}
        contentClass={styles.sheet}
      >
        <div
          className={styles.rows}
          // Before the action itself: a dialog that it opens gives the focus back to where it was then.
          onClickCapture={({ currentTarget, target }) => {
            if (!(target instanceof Element) || !currentTarget.contains(target)) return;
            const pressed = target.closest('button, a');
            if (pressed === null || pressed.hasAttribute('aria-haspopup')) return;
            setOpened(false);
            button.current?.focus();
          }}
        >
          <HeaderSheetRow value={true}>{children}</HeaderSheetRow>
        </div>
      </BottomSheet>
    </>
  );
}
