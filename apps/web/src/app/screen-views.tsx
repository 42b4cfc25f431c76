import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsHeaderSheetRow } from '../components/layout/header-sheet-row.ts';
import { HeaderTools } from '../components/layout/header-tools.ts';
import type { ViewsControlProps } from '../features/views/components/views-control.tsx';
import { useFirstScreenShown } from '../lib/first-screen.ts';
import { latePart } from '../lib/late-part.ts';
import { breakpoints, useMedia } from '../lib/use-screen.ts';

const Control = latePart(async () => {
  const { ViewsControl } = await import('../features/views/components/views-control.tsx');
  return ViewsControl as ComponentType<ViewsControlProps<object>>;
});

type ScreenViewsProps<Search extends object> = ViewsControlProps<Search> & { children: ReactNode };

/** A page with its saved views in its head. Their code comes after the page. */
export function ScreenViews<Search extends object>({ children, ...props }: ScreenViewsProps<Search>) {
  const isShown = useFirstScreenShown();
  const placeholder = <Placeholder />;
  return (
    <HeaderTools
      value={
        <Suspense fallback={placeholder}>
          {isShown ? <Control {...(props as unknown as ViewsControlProps<object>)} /> : placeholder}
        </Suspense>
      }
    >
      {children}
    </HeaderTools>
  );
}

/** As the control looks until it is there. */
function Placeholder() {
  const { t } = useTranslation('views');
  const isRow = useIsHeaderSheetRow();
  const isIcon = useMedia(breakpoints.tablet) && !isRow;
  const icon = <IconBookmark size={16} stroke={1.5} />;
  return (
    <Button
      variant="default"
      disabled
      aria-label={t('views')}
      leftSection={isIcon ? undefined : icon}
      data-square={isIcon || undefined}
    >
      {isIcon ? icon : t('views')}
    </Button>
  );
}
