import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { basePath } from '../guard.ts';
import type { EntryId } from './navigation.ts';

type EntryLinkProps = Omit<ComponentProps<'a'>, 'href'> & { entry: EntryId };

/** A link to a navigation entry. Entries are shown only when their page exists, which the type of `to` cannot know. */
export function EntryLink({ entry, ...rest }: EntryLinkProps) {
  return <Link to={basePath(entry) as '/settings'} {...rest} />;
}
