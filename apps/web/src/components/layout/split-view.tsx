import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { breakpoints, useMedia } from '../../lib/use-screen.ts';
import styles from './split-view.module.css';

interface SplitViewProps {
  list: ReactNode;
  /** Of the chosen entry, or what stands in its place while none is chosen. Null leaves the width to the list. */
  detail: ReactNode;
  /** On a narrow screen the detail takes the place of the list while an entry is chosen. */
  isChosen: boolean;
  /** Gives up the choice, by the button above the detail on a narrow screen. */
  onBack: () => void;
  /** Names where the button leads: "All notifications". */
  backLabel: string;
  /** The detail is a few lines and takes no more than reads well; the list has the rest. */
  isDetailShort?: boolean;
}

/** A list at the left, what is chosen of it at the right, each scrolling by itself; one at a time below 1024 px. */
export function SplitView({ list, detail, isChosen, onBack, backLabel, isDetailShort }: SplitViewProps) {
  const isOneAtATime = useMedia(breakpoints.laptop);
  if (!isOneAtATime)
    return (
      <div
        className={styles.split}
        data-single={detail === null || undefined}
        data-short={isDetailShort || undefined}
      >
        <div className={styles.list}>{list}</div>
        {detail !== null && <div className={styles.detail}>{detail}</div>}
      </div>
    );
  if (!isChosen) return <div className={styles.list}>{list}</div>;
  return (
    <div className={styles.single}>
      <Button
        variant="subtle"
        className={styles.back}
        leftSection={<IconArrowLeft size={16} stroke={1.5} />}
        onClick={onBack}
      >
        {backLabel}
      </Button>
      {detail}
    </div>
  );
}
