import { IconDots, IconEye, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { Avatar } from '../../components/display/entity-label.tsx';
import { Keycaps } from '../../components/display/keycaps.tsx';
import { LateMenu } from '../../components/overlay/floats.tsx';
import { useCan, useSession, useUser } from '../../lib/auth/index.ts';
import { openOverlay } from '../palette/overlay.ts';
import { EntryLink } from './entry-link.tsx';
import { type EntryId, entryIcons } from './navigation.ts';
import styles from './shell.module.css';

export function UserBadge() {
  const { t } = useTranslation('shell');
  const user = useUser();
  const role = user.roles[0];
  return (
    <>
      <Avatar name={user.username} size={28} />
      <span className={`${styles.userTexts} ${styles.words}`}>
        <span className={`hub-ellipsis ${styles.userName}`}>{user.username}</span>
        <span className={`hub-ellipsis ${styles.userRole}`}>
          {user.integrationName ?? (role ? t(`roles.${role}`) : '')}
        </span>
      </span>
    </>
  );
}

/** The user at the sidebar's foot: settings and logout. */
export function UserMenu({ entries }: { entries: readonly EntryId[] }) {
  const { t } = useTranslation('shell');
  const { t: palette } = useTranslation('palette');
  const session = useSession();
  const mayView = useCan('integrations:view-as');
  return (
    <LateMenu
      position="top-start"
      width={240}
      offset={8}
      target={
        <button type="button" className={styles.user}>
          <Trans
            t={t}
            i18nKey="userMenuOf"
            components={{ hidden: <span className="hub-visually-hidden" />, user: <UserBadge /> }}
          />
          <IconDots className={styles.userDots} size={18} stroke={1.5} />
        </button>
      }
    >
      {(Menu) => (
        <>
          {entries.map((entry) => {
            const Icon = entryIcons[entry];
            return (
              <Menu.Item
                key={entry}
                component={EntryLink}
                entry={entry}
                leftSection={<Icon size={16} stroke={1.5} />}
              >
                {t(`entries.${entry}`)}
              </Menu.Item>
            );
          })}
          <Menu.Item
            leftSection={<IconKeyboard size={16} stroke={1.5} />}
            rightSection={<Keycaps keys="?" />}
            onClick={() => openOverlay({ kind: 'keys' })}
          >
            {palette('keys')}
          </Menu.Item>
          {mayView && (
            <Menu.Item
              leftSection={<IconEye size={16} stroke={1.5} />}
              onClick={() => openOverlay({ kind: 'viewAs' })}
            >
              {palette('actions.viewAs')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={() => session.signOut()}>
            {t('logout')}
          </Menu.Item>
        </>
      )}
    </LateMenu>
  );
}
