import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard as Guard } from '../../../components/overlay/leave-guard.tsx';
import type { UsersSearch } from '../search.ts';

type Question = Pick<ComponentProps<typeof Guard>, 'mustAsk' | 'closing'>;

/** Asks before a form with changes is left: for another page, the other tab, or another row of the list. */
export function LeaveGuard(question: Question) {
  const { t } = useTranslation('users');
  return (
    <Guard
      {...question}
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
