import type { AccountSecurity } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { useEndSignIns } from '../../../domain/user/account.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { ConfirmWithPassword } from './confirm-with-password.tsx';
import styles from './security.module.css';

type SignIn = NonNullable<AccountSecurity['signIns']>[number];
/** One sign-in, or all others. */
type Chosen = SignIn | 'others';

/** How many others are listed at first: without a limit they push what follows out of reach. */
const shownOthers = 2;

/** Where the person is signed in, this browser first. All but this sign-in can be ended, with the password. */
export function SignIns({ signIns }: { signIns: readonly SignIn[] }) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const end = useEndSignIns(chosen === null || chosen === 'others' ? undefined : chosen.id);
  const heading = useRestoreFocus<HTMLHeadingElement>(chosen !== null);
  const [showsAll, setShowsAll] = useState(false);
  const others = signIns.filter(({ isCurrent }) => !isCurrent);
  const listed = [
    ...signIns.filter(({ isCurrent }) => isCurrent),
    ...(showsAll ? others : others.slice(0, shownOthers)),
  ];
  return (
    <div className={styles.signIns}>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name} ref={heading} tabIndex={-1}>
            {t('signIns')}
          </h3>
          <p className={styles.text}>{t('signInsNote')}</p>
        </div>
        {others.length > 0 && (
          <Button variant="default" onClick={() => setChosen('others')}>
            {t('endOthers')}
          </Button>
        )}
      </div>
      <ul className={styles.list} aria-label={t('signIns')}>
        {listed.map((signIn) => (
          <li key={signIn.id}>
            <span className={styles.place}>
              <span className={styles.name}>{signIn.ipAddress}</span>
              {signIn.isCurrent && <Badge tone="positive">{t('thisSignIn')}</Badge>}
              <span className={styles.text}>
                {t('signInStart')} <DateTime value={signIn.start} format="minutes" />
                {formatInstant(signIn.lastAccess, 'minutes') !== formatInstant(signIn.start, 'minutes') && (
                  <>
                    {' '}
                    · {t('signInLastAccess')} <DateTime value={signIn.lastAccess} format="minutes" />
                  </>
                )}
              </span>
            </span>
            {!signIn.isCurrent && (
              <Button
                variant="subtle"
                aria-label={t('endSignInOf', { address: signIn.ipAddress })}
                onClick={() => setChosen(signIn)}
              >
                {t('endSignIn')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > shownOthers && (
        <Button
          variant="subtle"
          className={styles.all}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t('fewerSignIns') : t('allSignIns', { count: signIns.length })}
        </Button>
      )}
      <ConfirmWithPassword
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={t(chosen === 'others' ? 'endOthersTitle' : 'endSignInTitle')}
        text={t(chosen === 'others' ? 'endOthersText' : 'endSignInText')}
        confirmLabel={t('endSignIn')}
        danger
        mutation={end}
        onDone={() => {
          setChosen(null);
          toast('success', t('signInEnded'));
        }}
      />
    </div>
  );
}
