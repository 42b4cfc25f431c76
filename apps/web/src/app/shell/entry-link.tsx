import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkedLink } from '../../components/marked-link.tsx';
import { formatCount } from '../../lib/format.ts';
import { basePath } from '../guard.ts';
import type { EntryId } from './navigation.ts';
import styles from './shell.module.css';

type EntryLinkProps = Omit<ComponentProps<'a'>, 'href' | 'aria-current'> & {
  entry: EntryId;
  isActive?: boolean;
};

/** A link to a navigation entry. Entries are shown only when their page exists, which the type of `to` cannot know. */
export function EntryLink({ entry, isActive = false, ...rest }: EntryLinkProps) {
  return (
    <MarkedLink
      to={basePath(entry) as '/settings'}
      data-active={isActive || undefined}
      current={isActive && 'page'}
      {...rest}
    />
  );
}

/** How much waits behind an entry, in a figure that is read out with its words; nothing for none. */
export function EntryCount({
  entry,
  count,
  className,
}: {
  entry: EntryId;
  count: number;
  className?: string | undefined;
}) {
  const { t } = useTranslation('shell');
  if (count === 0) return null;
  const label = t(
    entry === 'notifications' ? 'unseen' : entry === 'statements' ? 'toAnswer' : 'openTickets',
    { count },
  );
  return (
    <span className={className ? `${styles.count} ${className}` : styles.count} title={label}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="hub-visually-hidden">{label}</span>
    </span>
  );
}
