import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSidewaysEdges } from '../table/use-overflows.ts';
import styles from './page-tabs.module.css';

interface PageTabsListProps {
  /** Spoken name of the tabs. */
  label: string;
  current: string;
  children: ReactNode;
}

/** The tabs of a page that has more than a phone is wide: one row that scrolls, fades at its cut edge and keeps the open tab in sight. */
export function PageTabsList({ label, current, children }: PageTabsListProps) {
  const { edgesRef, hasBefore, hasMore } = useSidewaysEdges();
  const row = useRef<HTMLDivElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is elsewhere in the row
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!row.current || !tab) return;
    const [left, right] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    if (left < row.current.scrollLeft || right > row.current.scrollLeft + row.current.clientWidth)
      row.current.scrollLeft = left - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <Tabs.List
      ref={(element) => {
        row.current = element;
        edgesRef(element);
      }}
      className={`${styles.row} hub-fades`}
      aria-label={label}
      data-before={hasBefore || undefined}
      data-more={hasMore || undefined}
    >
      {children}
    </Tabs.List>
  );
}
