import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './section-nav.module.css';

export interface SectionEntry {
  /** Of the element with the section, and the fragment of its address. */
  id: string;
  label: string;
  icon?: ReactNode;
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
  const current = sections.some(({ id }) => id === hash) ? hash : sections[0]?.id;
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label}>
        {sections.map((section) => (
          <Link
            key={section.id}
            className={styles.entry}
            to="."
            search={true}
            hash={section.id}
            replace
            // Only the address decides: the router would take every section of the page for the one that is shown.
            activeProps={{ 'aria-current': undefined }}
            aria-current={section.id === current ? 'location' : undefined}
          >
            {section.icon}
            {section.label}
          </Link>
        ))}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** A place that a section's entry leads to, below the head of the page. */
export function Section({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} className={styles.section}>
      {children}
    </div>
  );
}
