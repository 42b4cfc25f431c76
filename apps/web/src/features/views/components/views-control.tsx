import type { SavedView, ViewScreen } from '@ludus/contract';
import { Button, Menu } from '@mantine/core';
import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconPlus,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsHeaderSheetRow } from '../../../components/layout/header-sheet-row.ts';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import {
  pathOfScreen,
  resolveParams,
  type ViewParams,
  type WithSaved,
} from '../../../domain/view/view-location.ts';
import { areSameParams, paramsOf, presetOfParams, withPreset } from '../../../domain/view/view-params.ts';
import { useDeleteView, usePinView, useUpdateView } from '../../../domain/view/views.ts';
import { viewsQuery } from '../../../domain/view/views-query.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { latePart } from '../../../lib/late-part.ts';
import { type SearchInput, writeSearchText } from '../../../lib/search.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import styles from './views-control.module.css';

const ViewDialog = latePart(async () => (await import('./view-dialog.tsx')).default);

export interface ViewsControlProps<Search extends object> {
  screen: ViewScreen;
  search: Search & WithSaved;
  /** The search parameters with everything that the screen takes from elsewhere, such as a period that was remembered. */
  complete: (search: Search) => Search;
  /** Reads parameters as the screen does, so that unknown ones do not count. */
  read: (input: SearchInput) => Search;
  onShow: (search: Search & WithSaved, options: { replace: boolean }) => void;
}

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete'; view: SavedView } | null;

/** The saved views of a screen: shows which one is open, opens others, and keeps what is shown now. */
export function ViewsControl<Search extends object>(props: ViewsControlProps<Search>) {
  const { screen, search, complete, read, onShow } = props;
  const { t } = useTranslation('views');
  const today = useToday();
  const isRow = useIsHeaderSheetRow();
  const isIcon = useMedia(breakpoints.tablet) && !isRow;
  const query = useQuery(viewsQuery());
  const [dialog, setDialog] = useState<Dialog>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const views = query.data?.filter((view) => view.screen === screen) ?? [];
  const current = views.find(({ id }) => id === search.saved);

  const shown = paramsOf(complete(search));
  const searchOfView = (view: SavedView) => read(resolveParams(view.params, today));
  const kept = current === undefined ? null : paramsOf(complete(searchOfView(current)));
  const isChanged = kept !== null && !areSameParams(kept, shown);
  const open = (view: SavedView, replace = false) =>
    onShow({ ...searchOfView(view), saved: view.id }, { replace });

  // A link may name a view and nothing else: the view is opened once it is known. The page itself may add to its address.
  const [isBare] = useState(() => search.saved !== undefined && Object.keys(paramsOf(search)).length === 0);
  const isOpened = useRef(false);
  const openNamed = useEffectEvent(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    if (current && isBare) open(current, true);
    else if (!current && search.saved !== undefined) {
      if (isBare) toast('warning', t('gone'));
      onShow({ ...search, saved: undefined }, { replace: true });
    }
  });
  const isLoaded = query.data !== undefined;
  useEffect(() => {
    if (isLoaded) openNamed();
  }, [isLoaded]);

  const failed = (error: Error) => void toast('error', error.message, { error });
  const update = useUpdateView();
  const pin = usePinView();
  const remove = useDeleteView();
  const saveChanges = (view: SavedView) =>
    update.mutate(
      { id: view.id, params: keepPreset(shown, view.params, today) },
      { onSuccess: () => void toast('success', t('updated')), onError: failed },
    );
  const copyLink = async () => {
    const named = current && !isChanged ? { saved: current.id } : {};
    const address = pathOfScreen(screen) + writeSearchText({ ...shown, ...named });
    const { from, to } = shown;
    const detail = from && to ? t('linkPeriod', { period: formatPeriod({ from, to }) }) : undefined;
    try {
      await navigator.clipboard.writeText(new URL(address, window.location.href).href);
      toast('copy', t('linkCopied'), { detail });
    } catch {
      toast('error', t('linkFailed'));
    }
  };
  const close = () => {
    setDialog(null);
    trigger.current?.focus();
  };

  const label =
    current === undefined ? t('views') : t(isChanged ? 'currentChanged' : 'current', { name: current.name });
  const icon = <IconBookmark size={16} stroke={1.5} />;
  return (
    <>
      <Menu position="bottom-end" withinPortal width={280}>
        <Menu.Target>
          <Button
            ref={trigger}
            variant="default"
            className={styles.button}
            aria-label={label}
            title={current?.name}
            leftSection={isIcon ? undefined : icon}
            data-square={isIcon || undefined}
            data-current={current !== undefined || undefined}
          >
            {isIcon ? icon : <span className="hub-ellipsis">{current?.name ?? t('views')}</span>}
            {isChanged && <span className={styles.dot} aria-hidden="true" />}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          <ViewList
            label={t('own')}
            views={views.filter(({ isOwn }) => isOwn)}
            currentId={current?.id}
            onOpen={open}
          />
          <ViewList
            label={t('shared')}
            views={views.filter(({ isOwn }) => !isOwn)}
            currentId={current?.id}
            onOpen={open}
          />
          {views.length === 0 && (
            <p className={styles.none}>{query.isError && !isLoaded ? t('failed') : t('none')}</p>
          )}
          <Menu.Divider />
          {current && isChanged && current.canChange && (
            <Item icon={IconDeviceFloppy} onClick={() => saveChanges(current)}>
              {t('saveChanges')}
            </Item>
          )}
          {current && isChanged && (
            <Item icon={IconRestore} onClick={() => open(current)}>
              {t('reset')}
            </Item>
          )}
          <Item icon={IconPlus} onClick={() => setDialog({ kind: 'new' })}>
            {t('saveAs')}
          </Item>
          {current && (
            <Item
              icon={current.isPinned ? IconPinnedOff : IconPin}
              onClick={() => pin.mutate({ id: current.id, isPinned: !current.isPinned }, { onError: failed })}
            >
              {t(current.isPinned ? 'unpin' : 'pin')}
            </Item>
          )}
          {current?.canChange && (
            <>
              <Item icon={IconPencil} onClick={() => setDialog({ kind: 'edit', view: current })}>
                {t('edit')}
              </Item>
              <Item icon={IconTrash} onClick={() => setDialog({ kind: 'delete', view: current })} danger>
                {t('delete')}
              </Item>
            </>
          )}
          <Menu.Divider />
          <Item icon={IconLink} onClick={() => void copyLink()}>
            {t('copyLink')}
          </Item>
        </Menu.Dropdown>
      </Menu>
      {(dialog?.kind === 'new' || dialog?.kind === 'edit') && (
        <Suspense>
          <ViewDialog
            screen={screen}
            view={dialog.kind === 'edit' ? dialog.view : null}
            params={shown}
            onClose={close}
            onSaved={(view) => {
              close();
              if (dialog.kind === 'new') onShow({ ...search, saved: view.id }, { replace: true });
            }}
          />
        </Suspense>
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmModal
          opened
          danger
          onClose={close}
          title={t('deleteTitle', { name: dialog.view.name })}
          confirmLabel={t('deleteView')}
          loading={remove.isPending}
          onConfirm={() =>
            remove.mutate(dialog.view.id, {
              onSuccess: () => {
                toast('success', t('deleted'));
                close();
                onShow({ ...search, saved: undefined }, { replace: true });
              },
              onError: failed,
            })
          }
        >
          {t(dialog.view.share.with === 'no-one' ? 'deleteText' : 'deleteShared')}
        </ConfirmModal>
      )}
    </>
  );
}

/** A view of "the last 7 days" stays one while its other parameters change. */
function keepPreset(shown: ViewParams, before: ViewParams, today: string): ViewParams {
  const preset = before.period === undefined ? null : presetOfParams(shown, today);
  return preset === null ? shown : withPreset(shown, preset);
}

interface ViewListProps {
  label: string;
  views: readonly SavedView[];
  currentId: number | undefined;
  onOpen: (view: SavedView) => void;
}

function ViewList({ label, views, currentId, onOpen }: ViewListProps) {
  const { t } = useTranslation('views');
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          onClick={() => onOpen(view)}
          aria-current={view.id === currentId || undefined}
          leftSection={
            <IconCheck
              size={16}
              stroke={1.75}
              style={{ visibility: view.id === currentId ? 'visible' : 'hidden' }}
              aria-hidden="true"
            />
          }
          rightSection={
            view.isPinned ? (
              <IconPin size={14} stroke={1.5} className={styles.quiet} role="img" aria-label={t('pinned')} />
            ) : undefined
          }
        >
          <span className={`hub-ellipsis ${styles.name}`}>{view.name}</span>
          {!view.isOwn && (
            <span className={`hub-ellipsis ${styles.owner}`}>
              {t('sharedBy', { name: view.owner ?? t('formerPerson') })}
            </span>
          )}
        </Menu.Item>
      ))}
    </>
  );
}

interface ItemProps {
  icon: typeof IconCheck;
  onClick: () => void;
  danger?: boolean;
  children: ReactNode;
}

function Item({ icon: Icon, onClick, danger, children }: ItemProps) {
  return (
    <Menu.Item
      onClick={onClick}
      data-danger={danger || undefined}
      leftSection={<Icon size={16} stroke={1.5} aria-hidden="true" />}
    >
      {children}
    </Menu.Item>
  );
}
