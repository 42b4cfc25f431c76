import type { ComponentProps } from 'react';
import { MarkedLink } from '../../components/marked-link.tsx';
import { basePath } from '../guard.ts';
import type { EntryId } from './navigation.ts';

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
