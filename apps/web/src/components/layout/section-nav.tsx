import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './section-nav.module.css';

export interface SectionEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** The section's own address. */
  to: NonNullable<LinkProps['to']>;
  search?: Record<string, unknown>;
}

interface SectionNavProps {
  /** Spoken name of the navigation. */
  label: string;
  sections: readonly SectionEntry[];
  current: string;
  children: ReactNode;
}

/** The sections of a page, each with an address: a column at the left, a row that scrolls below 1024 px. */
export function SectionNav({ label, sections, current, children }: SectionNavProps) {
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label}>
        {sections.map((section) => (
          <Link
            key={section.id}
            className={styles.entry}
            to={section.to}
            // Which parameters an address knows is only known where the section is declared.
            search={(section.search ?? {}) as never}
            aria-current={section.id === current ? 'page' : undefined}
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
