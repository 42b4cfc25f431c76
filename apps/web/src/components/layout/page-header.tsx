import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { Children, Fragment, isValidElement, type ReactNode, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdgeHeight } from '../../lib/edge-height.ts';
import { useCommands } from '../../lib/keyboard/commands.ts';
import { useIsPhone } from '../../lib/use-screen.ts';
import { Mark } from '../display/brand-mark.tsx';
import { HeaderSheet } from './header-sheet.tsx';
import { HeaderTools } from './header-tools.ts';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  /** The page's one h1, and its document title. */
  title: string;
  /** A picture of what the page is about, before its title. */
  art?: ReactNode;
  /** A count, the time of the data. Null while it is not known: its line is kept, so that nothing moves when it arrives. */
  context?: ReactNode;
  /** Where the arrow leads on a nested page; `label` is its spoken name. */
  back?: {
    to: LinkProps['to'];
    params?: Record<string, string>;
    search?: Record<string, unknown>;
    label: string;
  };
  /** Search and secondary buttons. On a phone more than one of them stand in a sheet, behind one button. */
  actions?: ReactNode;
  /** What stays in sight on a phone, too: a switch of the page, and the one brass action. */
  primary?: ReactNode;
}

/** How many actions there are, whatever fragments they stand in. */
function countOf(actions: ReactNode): number {
  return Children.toArray(actions).reduce<number>((count, child) => {
    const isGroup = isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment;
    return count + (isGroup ? countOf(child.props.children) : 1);
  }, 0);
}

/** The sticky head of every page: 64 high, unless its context takes another line. */
export function PageHeader({ title, art, context, back, actions, primary }: PageHeaderProps) {
  const { t } = useTranslation('common');
  const appName = t('appName');
  const header = useEdgeHeight('--hub-header-height');
  const tools = useContext(HeaderTools);
  const isPhone = useIsPhone();
  const further = (
    <>
      {tools}
      {actions}
    </>
  );
  const router = useRouter();
  useCommands(
    back
      ? [
          {
            id: 'goBack',
            label: back.label,
            group: 'screen',
            keys: ['Escape'],
            run: () =>
              void router.navigate({ to: back.to, params: back.params, search: back.search } as LinkProps),
          },
        ]
      : [],
  );
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
  return (
    <header className={styles.header} ref={header}>
      {back ? (
        <ActionIcon
          component={Link}
          {...({ to: back.to, params: back.params, search: back.search } as object)}
          className={styles.back}
          aria-label={back.label}
        >
          <IconArrowLeft size={18} stroke={1.5} />
        </ActionIcon>
      ) : (
        <Mark size={22} className={styles.mark} />
      )}
      {art}
      <div className={styles.titles}>
        {/* One that the documents write in capitals is set smaller, so that it is no louder than others. */}
        <h1 className={styles.title} data-capitals={title === title.toUpperCase() || undefined}>
          {title}
        </h1>
        {context !== undefined && <div className={styles.context}>{context}</div>}
      </div>
      {(actions || tools || primary) && (
        <div className={styles.actions}>
          {isPhone && countOf(further) > 1 ? <HeaderSheet title={title}>{further}</HeaderSheet> : further}
          {primary}
        </div>
      )}
    </header>
  );
}

interface PageBodyProps {
  children: ReactNode;
  className?: string | undefined;
  /** Reaches down to the window's foot; what has `flex: 1` in it (a table with `fill`) takes the height that is left. */
  fill?: boolean;
  /** Forms and texts: a column that begins under the title and ends at `--hub-reading`. Tables, boards and lists with a detail take the width. */
  reading?: boolean;
}

/** The body under a page header: the page's gutter and the 16 px between panels. */
export function PageBody({ children, className, fill, reading }: PageBodyProps) {
  return (
    <div
      className={className ? `${styles.body} ${className}` : styles.body}
      data-fill={fill || undefined}
      data-reading={reading || undefined}
    >
      {children}
    </div>
  );
}
