import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { MarkedLink } from '../marked-link.tsx';
import { useOverflows } from '../table/use-overflows.ts';
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

/** Keeps the entry of the current section in the sight of its row; the page itself does not move. */
function useShownEntry(current: string | undefined) {
  const entries = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another section has another entry
  useEffect(() => {
    const row = entries.current?.parentElement;
    const entry = entries.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !entry) return;
    const show = () => {
      if (row.scrollWidth <= row.clientWidth) return;
      const [left, right] = [entry.offsetLeft, entry.offsetLeft + entry.offsetWidth];
      if (left < row.scrollLeft || right > row.scrollLeft + row.clientWidth)
        row.scrollLeft = left - (row.clientWidth - entry.offsetWidth) / 2;
    };
    show();
    // The row becomes narrower with the window, and its entries wider once their typeface is there.
    const observer = new ResizeObserver(show);
    observer.observe(row);
    if (entries.current) observer.observe(entries.current);
    return () => observer.disconnect();
  }, [current]);
  return entries;
}

/**
 * The section that is read, once someone has scrolled: the one of the address while it begins in the window's upper third, else the
 * lowest that does; of two side by side the first. At the end of the page sections may not reach that far; there it is the one of the
 * address, if it is in sight, or the last.
 */
function useRead(ids: string, hash: string): string | undefined {
  const [read, setRead] = useState<string | undefined>();
  const address = useRef(hash);
  address.current = hash;
  useEffect(() => {
    const topOf = (id: string) =>
      document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    const find = () => {
      const all = ids.split(' ');
      const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
      const third = window.innerHeight / 3;
      const isAddressed = all.includes(address.current) && topOf(address.current) >= 0;
      if (isAddressed && (isAtEnd || topOf(address.current) <= third)) setRead(address.current);
      else if (isAtEnd) setRead(all.at(-1));
      else {
        const begun = all.filter((id) => topOf(id) <= third);
        const lowest = Math.max(...begun.map(topOf));
        setRead(begun.find((id) => topOf(id) === lowest) ?? all[0]);
      }
    };
    window.addEventListener('scroll', find, { passive: true });
    return () => window.removeEventListener('scroll', find);
  }, [ids]);
  return read;
}

interface SectionNavProps {
  /** Spoken name of the navigation. */
  label: string;
  sections: readonly SectionEntry[];
  /** Where a page opens whose address has no fragment: what its search is about. */
  opensAt?: string | undefined;
  children: ReactNode;
}

/** The sections of a long page, each with an address: a column at the left, a row below 1024 px, and in sight while the page scrolls. */
export function SectionNav({ label, sections, opensAt, children }: SectionNavProps) {
  const fragment = useRouterState({ select: (state) => state.location.hash });
  // As the page was opened: what is chosen on it later moves nothing.
  const [opened] = useState(opensAt ?? '');
  const hash = fragment || opened;
  useLanding(hash);
  const { frameRef, hasMore } = useOverflows();
  const read = useRead(sections.map(({ id }) => id).join(' '), hash);
  const current = read ?? (sections.some(({ id }) => id === hash) ? hash : sections[0]?.id);
  const entries = useShownEntry(current);
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label}>
        <div className={`${styles.scroller} hub-fades`} ref={frameRef} data-more={hasMore || undefined}>
          <div className={styles.entries} ref={entries}>
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
          </div>
        </div>
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
