import type { DrawerProps } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFirstTouched } from '../../lib/first-screen.ts';
import { latePart } from '../../lib/late-part.ts';

const Drawer = latePart(async () => (await import('./drawer.ts')).Drawer);

type BottomSheetProps = Pick<
  DrawerProps,
  'opened' | 'onClose' | 'title' | 'size' | 'keepMounted' | 'children'
> & {
  contentClass?: string;
};

/** What a phone shows from its lower edge up. It comes with the first touch: no first screen has one open. */
export function BottomSheet({ contentClass, ...props }: BottomSheetProps) {
  const { t } = useTranslation('common');
  const isTouched = useFirstTouched();
  return (
    <Suspense>
      {(isTouched || props.opened) && (
        <Drawer
          {...props}
          position="bottom"
          // With its effects: what is in it goes on while it is closed.
          keepMountedMode="display-none"
          {...(contentClass !== undefined && { classNames: { content: contentClass } })}
          closeButtonProps={{ 'aria-label': t('close') }}
        />
      )}
    </Suspense>
  );
}
