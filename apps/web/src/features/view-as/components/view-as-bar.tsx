import { type ViewedRole, type Viewing, viewableRoles } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconChevronDown, IconEye, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { LateMenu } from '../../../components/overlay/floats.tsx';
import { useLeaveView, useStartViewAs } from '../../../domain/user/view-as.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { isViewOver, viewHasEnded, watchView } from '../../../lib/view-as.ts';
import styles from './view-as.module.css';

interface ViewAsBarProps {
  view: Viewing;
  /** Loads the page anew: here in another role, or elsewhere. */
  onLoad: (path?: string) => void;
}

/** Says as whom the hub is seen, for as long as it is, around everything else. */
export function ViewAsBar({ view, onLoad }: ViewAsBarProps) {
  const { t } = useTranslation('viewAs');
  const { viewer } = useUser();
  const isOver = useSyncExternalStore(watchView, isViewOver);
  const failed = (error: Error) => void toast('error', error.message, { error });
  const start = useStartViewAs({ onDone: () => onLoad(), onError: failed });
  // Where the page of the integration opens after the view.
  const search = useRef('');
  const leave = useLeaveView({
    onDone: () => onLoad(`/integration/${view.integration.id}${search.current}`),
    onError: failed,
  });
  const leaveTo = (next: string) => {
    search.current = next;
    leave.mutate();
  };
  useEffect(() => {
    const timer = setTimeout(viewHasEnded, Math.max(0, Date.parse(view.endsAt) - Date.now()));
    return () => clearTimeout(timer);
  }, [view.endsAt]);
  const startAs = (role: ViewedRole) => start.mutate({ integrationId: view.integration.id, role });
  const { name } = view.integration;
  return (
    <>
      <div className={styles.frame} aria-hidden="true" />
      <section className={styles.bar} aria-label={t('bar')}>
        <IconEye className={styles.eye} size={18} stroke={1.75} aria-hidden="true" />
        <p className={styles.text} role="status">
          {isOver ? (
            t('over', { name })
          ) : (
            <>
              <Trans t={t} i18nKey={`sees.${view.role}`} components={{ name: <strong>{name}</strong> }} />
              <span className={styles.mark}>{t('readOnly')}</span>
            </>
          )}
        </p>
        {isOver ? (
          <Button variant="default" size="xs" onClick={() => startAs(view.role)} loading={start.isPending}>
            {t('again')}
          </Button>
        ) : (
          <LateMenu
            position="bottom-end"
            target={
              <Button
                variant="default"
                size="xs"
                rightSection={<IconChevronDown size={14} stroke={1.75} />}
                loading={start.isPending}
              >
                {t('changeRole', { role: t(`roles.${view.role}`) })}
              </Button>
            }
          >
            {(Menu) => (
              <>
                {viewableRoles(viewer?.roles ?? []).map((role) => (
                  <Menu.Item key={role} disabled={role === view.role} onClick={() => startAs(role)}>
                    {t(`roles.${role}`)}
                  </Menu.Item>
                ))}
                <Menu.Divider />
                <Menu.Item onClick={() => leaveTo('?games=hidden')}>{t('leaveToHidden')}</Menu.Item>
              </>
            )}
          </LateMenu>
        )}
        <Button
          size="xs"
          leftSection={<IconX size={14} stroke={1.75} />}
          onClick={() => leaveTo('')}
          loading={leave.isPending}
        >
          {t('leave')}
        </Button>
      </section>
    </>
  );
}
