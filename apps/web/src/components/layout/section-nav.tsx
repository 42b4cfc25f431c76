import { NativeSelect } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useEdgeHeight } from '../../lib/edge-height.ts';
import { breakpoints, useIsPhone, useMedia } from '../../lib/use-screen.ts';
import { MarkedLink } from '../marked-link.tsx';
import { useSidewaysEdges } from '../table/use-overflows.ts';
import styles from './section-nav.module.css';

export interface SectionEntry {
  /** Of the element with the section, and the fragment of its address. */
  id: string;
  label: string;
  icon?: ReactNode;
  /** Title of the sections that it belongs to; those of one group follow each other. */
  group?: string | undefined;
}

interface EntryGroup {
  title: string | undefined;
  entries: SectionEntry[];
}

/** Sections that follow each other under one title. */
function groupsOf(sections: readonly SectionEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && last.title === section.group) last.entries.push(section);
    else groups.push({ title: section.group, entries: [section] });
  }
  return groups;
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

/**
 * The sections of a long page, each with an address, in sight while the page scrolls: a column at the left, below 1024 px a line for each
 * group, and a select where these have no room.
 */
export function SectionNav({ label, sections, opensAt, children }: SectionNavProps) {
  const fragment = useRouterState({ select: (state) => state.location.hash });
  // As the page was opened: what is chosen on it later moves nothing.
  const [opened] = useState(opensAt ?? '');
  const hash = fragment || opened;
  useLanding(hash);
  const read = useRead(sections.map(({ id }) => id).join(' '), hash);
  const current = read ?? (sections.some(({ id }) => id === hash) ? hash : sections[0]?.id);
  const nav = useEdgeHeight('--hub-section-nav');
  const groups = groupsOf(sections);
  const row = useRef<HTMLDivElement | null>(null);
  const { edgesRef, hasBefore, hasMore } = useSidewaysEdges();
  useEffect(() => {
    // Of a row that is scrolled, what is read stands in sight.
    const link = current && row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  const isPhone = useIsPhone();
  const isAbove = useMedia(breakpoints.laptop);
  const isSelect = isPhone || (isAbove && groups.length === 1);
  return (
    <div className={styles.page}>
      <nav className={styles.nav} aria-label={label} ref={nav}>
        {isSelect ? (
          <SectionSelect label={label} groups={groups} current={current} />
        ) : (
          <div
            className={`${styles.entries} hub-fades`}
            ref={(element) => {
              row.current = element;
              edgesRef(element);
            }}
            data-before={hasBefore || undefined}
            data-more={hasMore || undefined}
          >
            {groups.map(({ title, entries }) => (
              <div key={entries[0]?.id} className={styles.group}>
                {title !== undefined && <span className={styles.groupTitle}>{title}</span>}
                {entries.map((section) => (
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
            ))}
          </div>
        )}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

interface SectionSelectProps {
  label: string;
  groups: readonly EntryGroup[];
  current: string | undefined;
}

/** One line, whatever the number of sections: a phone opens it as its own picker. */
function SectionSelect({ label, groups, current }: SectionSelectProps) {
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label={label}
      value={current}
      onChange={({ currentTarget }) =>
        void navigate({ to: '.', search: true, hash: currentTarget.value, replace: true })
      }
    >
      {groups.map(({ title, entries }) => {
        const options = entries.map(({ id, label: text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ));
        return title === undefined ? (
          options
        ) : (
          <optgroup key={title} label={title}>
            {options}
          </optgroup>
        );
      })}
    </NativeSelect>
  );
}

interface SectionProps {
  id: string;
  /** Of the group that it begins. */
  title?: string | undefined;
  /** The last one of a page, if what it holds comes and goes: with less than a window's height it could not stay at the top. */
  fill?: boolean;
  children: ReactNode;
}

/** A place that a section's entry leads to, below the head of the page. */
export function Section({ id, title, fill, children }: SectionProps) {
  return (
    <div id={id} className={styles.section} data-fill={fill || undefined}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {children}
    </div>
  );
}
