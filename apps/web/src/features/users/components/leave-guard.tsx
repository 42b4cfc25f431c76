import { useTranslation } from 'react-i18next';
import { LeaveGuard as Guard } from '../../../components/leave-guard.tsx';
import type { UsersSearch } from '../search.ts';

/** Asks before a form with changes is left: for another page, the other tab, or another row of the list. */
export function LeaveGuard({ mustAsk }: { mustAsk: () => boolean }) {
  const { t } = useTranslation('users');
  return (
    <Guard
      mustAsk={mustAsk}
      leaves={(from, to) => {
        const [before, after] = [from.search as UsersSearch, to.search as UsersSearch];
        return from.pathname !== to.pathname || before.tab !== after.tab || before.user !== after.user;
      }}
      title={t('leaveTitle')}
      stayLabel={t('stay')}
      leaveLabel={t('leave')}
    >
      {t('leaveText')}
    </Guard>
  );
}
