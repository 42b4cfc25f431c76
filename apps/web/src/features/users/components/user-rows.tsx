import type { User } from '@ludus/contract';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { Avatar, IntegrationName } from '../../../components/display/entity-label.tsx';
import { ExpandableRows } from '../../../components/table/expandable-rows.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { keyOfUser } from '../search.ts';
import { UserDetail } from './user-detail.tsx';
import styles from './users.module.css';

interface UserRowsProps {
  users: readonly User[];
  /** Old rows while those of other filters load. */
  isStale: boolean;
  openKey: string | undefined;
  onOpen: (key: string | undefined) => void;
  isProviderSide: boolean;
  isReadOnly: boolean;
}

/** Whose people have no integration. */
const provider = 'Ludus';

/** Heights of a closed row. */
const rowHeights = { wide: 48, phone: 60 };

/** One user open at a time. */
export function UserRows({ users, isStale, openKey, onOpen, ...rights }: UserRowsProps) {
  const { t } = useTranslation('users');
  const isPhone = useIsPhone();
  const head = !isPhone && (
    <div className={styles.columns} aria-hidden="true">
      <span className={styles.who}>{t('user')}</span>
      {rights.isProviderSide && <span className={styles.place}>{t('integration')}</span>}
      <span className={styles.side}>
        <span className={styles.role}>{t('role')}</span>
        <span className={styles.marks}>{t('account')}</span>
      </span>
    </div>
  );
  const list = (
    <ExpandableRows
      className={isStale ? `${styles.rows} hub-stale` : styles.rows}
      label={t('list')}
      rows={users}
      keyOf={keyOfUser}
      openKey={openKey}
      onOpen={onOpen}
      rowHeight={isPhone ? rowHeights.phone : rowHeights.wide}
      summary={(user) => <Summary user={user} withIntegration={rights.isProviderSide} />}
      detailClass={styles.detail}
      detail={(user) => <UserDetail user={user} onGone={() => onOpen(undefined)} {...rights} />}
    />
  );
  return (
    <>
      {head}
      {list}
    </>
  );
}

function Summary({ user, withIntegration }: { user: User; withIntegration: boolean }) {
  const { t } = useTranslation('users');
  const { userId } = useUser();
  const isPhone = useIsPhone();
  const roleOf = ({ role }: User) => (role === null ? t('noRole') : t(`roles.${role}`));
  const isUsual = !user.localOnly && !user.kcOnly && user.enabled && !user.mustChangePassword;
  const place = user.integration ?? (user.role?.startsWith('ludus') ? provider : null);
  return (
    <>
      <span className={styles.avatar}>
        <Avatar name={user.username} size={28} />
      </span>
      <span className={styles.who}>
        <span className={styles.name} title={user.username}>
          {user.username}
          {user.keycloakUserId === userId && <span className={styles.you}> {t('you')}</span>}
        </span>
        <span className={styles.email} title={user.email ?? undefined}>
          {/* A long one breaks before its domain. */}
          {user.email?.split(/(?=@)/).map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
      </span>
      {withIntegration && (
        <span className={styles.place}>
          {user.integration !== null && user.integrationId !== null ? (
            <IntegrationName name={user.integration} number={user.integrationId} />
          ) : (
            place
          )}
        </span>
      )}
      <span className={styles.side}>
        <span className={user.role === null ? `${styles.role} ${styles.quiet}` : styles.role}>
          {roleOf(user)}
        </span>
        <span className={styles.marks}>
          {isUsual && (isPhone ? withIntegration && place : <Badge tone="positive">{t('active')}</Badge>)}
          {user.localOnly && (
            <span title={t('localOnlyHint')}>
              <Badge>{t('localOnly')}</Badge>
            </span>
          )}
          {user.kcOnly && (
            <span title={t('providerOnlyHint')}>
              <Badge tone="info">{t('providerOnly')}</Badge>
            </span>
          )}
          {!user.enabled && <Badge tone="negative">{t('disabled')}</Badge>}
          {user.mustChangePassword && <Badge tone="warning">{t('temporary')}</Badge>}
        </span>
      </span>
    </>
  );
}
