import type { AccountSecurity } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import {
  securityQuery,
  useRenewRecoveryCodes,
  useTurnOffSecondFactor,
} from '../../../domain/user/account.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { ChangePassword } from './change-password.tsx';
import { ConfirmWithPassword } from './confirm-with-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { SignIns } from './sign-ins.tsx';
import { TurnOnSecondFactor } from './turn-on-second-factor.tsx';

/** How the person signs in: their password and second factor, or the page of an external provider. */
export function Security() {
  const { t } = useTranslation('settings');
  const security = useQuery(securityQuery());
  return (
    <Panel title={t('security')}>
      {security.data ? (
        <Content security={security.data} />
      ) : security.isError ? (
        <ErrorState onReload={() => void security.refetch()} reloading={security.isFetching} compact />
      ) : (
        <div className={styles.awaited}>
          {['60%', '80%', '50%'].map((width) => (
            <SkeletonLine key={width} width={width} my={12} />
          ))}
        </div>
      )}
    </Panel>
  );
}

function Content({ security: { accountUrl, secondFactor, signIns } }: { security: AccountSecurity }) {
  const { t } = useTranslation('settings');
  if (secondFactor !== null) return <OwnAccount secondFactor={secondFactor} signIns={signIns ?? []} />;
  return (
    <div className={styles.row}>
      <p className={styles.text}>{t('externalAccount')}</p>
      {accountUrl !== null && (
        <Button
          component="a"
          href={accountUrl}
          target="_blank"
          rel="noreferrer"
          variant="default"
          rightSection={<IconExternalLink size={16} stroke={1.5} />}
        >
          {t('openAccount')}
        </Button>
      )}
    </div>
  );
}

type Dialog = 'password' | 'turn-on' | 'turn-off' | 'renew';

interface OwnAccountProps {
  secondFactor: NonNullable<AccountSecurity['secondFactor']>;
  signIns: NonNullable<AccountSecurity['signIns']>;
}

function OwnAccount({ secondFactor, signIns }: OwnAccountProps) {
  const { t } = useTranslation('settings');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const turnOff = useTurnOffSecondFactor();
  const renew = useRenewRecoveryCodes();
  const close = () => setDialog(null);
  const { since, isRequired, recoveryCodesLeft } = secondFactor;
  const passwordButton = useRestoreFocus<HTMLButtonElement>(dialog === 'password');
  const factorButton = useRestoreFocus<HTMLButtonElement>(
    dialog === 'turn-on' || dialog === 'turn-off' || codes !== null,
  );
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>{t('password')}</h3>
          <p className={styles.text}>{t('passwordNote')}</p>
        </div>
        <Button ref={passwordButton} variant="default" onClick={() => setDialog('password')}>
          {t('changePassword')}
        </Button>
      </div>
      <div className={styles.row}>
        <div>
          <h3 className={styles.name}>
            {t('secondFactor')}
            <Badge tone={since === null ? 'neutral' : 'positive'}>{t(since === null ? 'off' : 'on')}</Badge>
          </h3>
          <p className={styles.text}>
            {since === null ? (
              t('secondFactorNote')
            ) : (
              <Trans
                t={t}
                i18nKey={isRequired ? 'secondFactorRequired' : 'secondFactorSince'}
                components={{ time: <DateTime value={since} format="minutes" /> }}
              />
            )}
          </p>
        </div>
        <div className={styles.actions}>
          {since !== null && !isRequired && (
            <Button variant="default" data-danger onClick={() => setDialog('turn-off')}>
              {t('turnOff')}
            </Button>
          )}
          <Button ref={factorButton} variant="default" onClick={() => setDialog('turn-on')}>
            {t(since === null ? 'turnOn' : 'changeApp')}
          </Button>
        </div>
      </div>
      {since !== null && (
        <div className={styles.row}>
          <div>
            <h3 className={styles.name}>{t('recoveryCodes')}</h3>
            <p className={styles.text}>{t('codesLeft', { count: recoveryCodesLeft })}</p>
          </div>
          <Button variant="default" onClick={() => setDialog('renew')}>
            {t('newCodes')}
          </Button>
        </div>
      )}
      <SignIns signIns={signIns} />
      <ChangePassword opened={dialog === 'password'} onClose={close} />
      <TurnOnSecondFactor
        opened={dialog === 'turn-on'}
        isOn={since !== null}
        onClose={close}
        onCodes={(made) => {
          close();
          setCodes(made);
        }}
      />
      <ConfirmWithPassword
        opened={dialog === 'turn-off'}
        onClose={close}
        title={t('turnOffTitle')}
        text={t('turnOffText')}
        confirmLabel={t('turnOff')}
        danger
        mutation={turnOff}
        onDone={() => {
          close();
          toast('success', t('turnedOff'));
        }}
      />
      <ConfirmWithPassword
        opened={dialog === 'renew'}
        onClose={close}
        title={t('newCodesTitle')}
        text={t('newCodesText')}
        confirmLabel={t('newCodes')}
        mutation={renew}
        onDone={({ recoveryCodes }) => {
          close();
          setCodes(recoveryCodes);
        }}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </div>
  );
}
