import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './game-banner.module.css';

/** The neighbours in the order the catalogue last showed. */
export interface GameSteps {
  previous: number;
  next: number;
  href: (id: number) => string;
  open: (id: number) => void;
}

interface StepLinkProps {
  steps: GameSteps;
  to: 'previous' | 'next';
  /** On a dark plate over art, or plain in a bar. */
  look: 'plate' | 'plain';
}

export function StepLink({ steps, to, look }: StepLinkProps) {
  const { t } = useTranslation('game');
  const Icon = to === 'previous' ? IconChevronLeft : IconChevronRight;
  const id = steps[to];
  return (
    <a
      className={look === 'plate' ? styles.plate : styles.plainStep}
      data-side={look === 'plate' ? to : undefined}
      href={steps.href(id)}
      aria-label={t(to)}
      title={t(to)}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        steps.open(id);
      }}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </a>
  );
}
