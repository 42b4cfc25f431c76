import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { MarkedLink } from '../marked-link.tsx';
import styles from './section-nav.module.css';

export interface SectionEntry {
  /** Of the element with the section, and the fragment of its address. */
  id: string;
  label: string;
  icon?: ReactNode;
}

/** What a person does to look elsewhere. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Stays at the section of the address while those above it grow with what they load, until the person moves. */
function useLanding(id: string): void {
  useEffect(() => {
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    const observer = new ResizeObserver(() => target.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const stop = () => {
      observer.disconnect();
      for (const move of ownMoves) window.removeEventListener(move, stop);
    };
    observer.observe(document.body);
    for (const move of ownMoves) window.addEventListener(move, stop, { passive: true });
    return stop;
  }, [id]);
}

interface SectionNavProps {
  /** Spoken name of the navigation. */
  label: string;
  sections: readonly SectionEntry[];
  children: ReactNode;
}

/** The sections of a long page, each with an address: a column at the left, a row that scrolls below 1024 px. */
export function SectionNav({ label, sections, children }: SectionNavProps) {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useLanding(hash);
  const current = sections.some(({ id }) => id === hash) ? hash : sections[0]?.id;
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label}>
        {sections.map((section) => (
          <MarkedLink
            key={section.id}
            className={styles.entry}
            to="."
            search={true}
            hash={section.id}
            replace
            current={section.id === current && 'location'}
          >
            {section.icon}
            {section.label}
          </MarkedLink>
        ))}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

interface SectionProps {
  id: string;
  /** The last one of a page, if what it holds comes and goes: with less than a window's height it could not stay at the top. */
  fill?: boolean;
  children: ReactNode;
}

/** A place that a section's entry leads to, below the head of the page. */
export function Section({ id, fill, children }: SectionProps) {
  return (
    <div id={id} className={styles.section} data-fill={fill || undefined}>
      {children}
    </div>
  );
}
