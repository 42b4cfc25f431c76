import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../feedback/skeletons.tsx';
import styles from './detail-panel.module.css';
import { SidePanel } from './side-panel.tsx';

interface DetailPanelProps {
  /** Its accessible name. */
  label: string;
  /** What it is about; undefined until that is known. */
  title: ReactNode;
  /** Below the title: what its figures cover. */
  coverage?: ReactNode;
  /** The state of its subject, at the right of the title. */
  state?: ReactNode;
  /** What is done with its subject, below its facts, and in sight however many these are. */
  foot?: ReactNode;
  /** In pixels, where the window has room for it. */
  width?: number;
  onClose: () => void;
  children: ReactNode;
}

/** A side panel about one thing, under a head that stays: its name, its state, and the button that closes it. */
export function DetailPanel({
  label,
  title,
  coverage,
  state,
  foot,
  width = 880,
  onClose,
  children,
}: DetailPanelProps) {
  const { t } = useTranslation('common');
  return (
    <SidePanel label={label} width={width} onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.head}>
          {title ? <h2 className={styles.title}>{title}</h2> : <SkeletonLine width={180} height={20} />}
          {coverage !== undefined && <div className={styles.coverage}>{coverage}</div>}
          {state}
          <ActionIcon className={styles.close} aria-label={t('close')} onClick={onClose}>
            <IconX size={18} stroke={1.5} />
          </ActionIcon>
        </div>
        <div className={styles.body}>{children}</div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </SidePanel>
  );
}

interface FactsProps {
  /** A line each, the value at the right of its label. */
  lines?: boolean;
  children: ReactNode;
}

/** The facts at the head of a panel, or of a part of it; `Fact` is one of them. */
export function Facts({ lines, children }: FactsProps) {
  return (
    <dl className={styles.facts} data-lines={lines || undefined}>
      {children}
    </dl>
  );
}

interface PanelPartProps {
  title: ReactNode;
  /** At the right of the title: a hint, or tools. */
  aside?: ReactNode;
  /** A landmark of its own: only what has no table or list with the same name in it. */
  isRegion?: boolean;
  children: ReactNode;
}

/** A part of a panel under its title. */
export function PanelPart({ title, aside, isRegion, children }: PanelPartProps) {
  const titleId = useId();
  return (
    <section className={styles.part} aria-labelledby={isRegion ? titleId : undefined}>
      <div className={styles.partHead}>
        <h3 id={titleId} className={styles.partTitle}>
          {title}
        </h3>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}
