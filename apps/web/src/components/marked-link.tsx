import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorProps = Omit<ComponentProps<'a'>, 'aria-current'> & {
  /** What the link stands for is shown: the page, or the place in it. False marks it as any other link. */
  current: 'page' | 'location' | false;
};

/**
 * The router's link where the screen decides which one is current. The router marks every link whose path is open: each
 * section of a page, each view of a screen, and each page above the one that is shown.
 */
export const MarkedLink = createLink(
  ({
    current,
    'aria-current': _ofRouter,
    ...rest
  }: AnchorProps & Pick<ComponentProps<'a'>, 'aria-current'>) => (
    <a {...rest} aria-current={current || undefined} />
  ),
);
