import { isProviderRole } from '@ludus/contract';
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { unreachedDetail } from '../../../lib/unreached.ts';
import { useFirstWrong, useFocusBack } from '../../../lib/use-focus.ts';
import { integrationsQuery, useCreateUser } from '../api/users.ts';
import {
  bodyOf,
  type FieldErrors,
  fieldErrorsOf,
  madeUpPassword,
  type NewUserValues,
  newUserErrors,
} from '../fields.ts';
import { rolesFor } from '../search.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { ShownPassword } from './shown-password.tsx';
import styles from './users.module.css';

/** USER-12 to USER-16, ROLE-18. What was typed stays when the call fails. */
export function CreateUser({ isProviderSide }: { isProviderSide: boolean }) {
  const { t } = useTranslation('users');
  const { integrationName: own } = useUser();
  const integrations = useQuery({ ...integrationsQuery(), enabled: isProviderSide });
  const blank: NewUserValues = {
    username: '',
    email: '',
    role: null,
    integration: isProviderSide ? null : own,
    tempPass: '',
  };
  const [values, setValues] = useState(blank);
  const hintId = useId();
  const [isSent, setSent] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null);
  // Behind dots in its field, one that was made up can only be passed on once it is shown.
  const [madeUp, setMadeUp] = useState('');
  const create = useCreateUser();
  const [form, showWrong] = useFirstWrong();
  const first = useFocusBack<HTMLInputElement>(create.isPending || shown !== null);
  const errors = { ...(isSent ? newUserErrors(values) : {}), ...refused };
  const isStaff = values.role !== null && isProviderRole(values.role);

  const set = (part: Partial<NewUserValues>) => {
    setValues({ ...values, ...part });
    // What the server said of a field is about what stood in it.
    setRefused(Object.fromEntries(Object.entries(refused).filter(([field]) => !(field in part))));
  };
  const isTouched = () =>
    (Object.keys(blank) as (keyof NewUserValues)[]).some((field) => values[field] !== blank[field]);
  const submit = () => {
    setSent(true);
    if (Object.keys(newUserErrors(values)).length > 0) {
      showWrong();
      return;
    }
    create.mutate(bodyOf(values), {
      onSuccess: ({ username, password }) => {
        toast('success', t('userCreated'));
        setValues(blank);
        setSent(false);
        setRefused({});
        const made = password ?? (values.tempPass === madeUp ? madeUp : '');
        if (made !== '') setShown({ name: username, password: made });
        setMadeUp('');
      },
      onError: (error) => {
        const fields = fieldErrorsOf(error);
        setRefused(fields);
        showWrong();
        if (Object.keys(fields).length === 0) toast('error', t('wentWrong'), unreachedDetail(error));
      },
    });
  };
  return (
    <Panel title={t('createTitle')}>
      <LeaveGuard mustAsk={isTouched} />
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          ref={first}
          label={t('username')}
          required
          value={values.username}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <TextInput
          label={t('email')}
          required
          type="email"
          value={values.email}
          maxLength={254}
          autoComplete="off"
          error={errors.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <Select
          label={t('role')}
          required
          placeholder={t('chooseRole')}
          data={rolesFor(isProviderSide).map((value) => ({ value, label: t(`roles.${value}`) }))}
          value={values.role}
          allowDeselect={false}
          error={errors.role}
          onChange={(value) => {
            const role = rolesFor(isProviderSide).find((one) => one === value) ?? null;
            set({ role, ...(role !== null && isProviderRole(role) ? { integration: null } : {}) });
          }}
        />
        <Select
          label={t('integration')}
          required={!isStaff}
          placeholder={t(isStaff ? 'noIntegration' : 'chooseIntegration')}
          data={isProviderSide ? (integrations.data?.rows ?? []).map(({ name }) => name) : [own ?? '']}
          value={values.integration}
          disabled={isStaff || !isProviderSide}
          searchable={isProviderSide}
          allowDeselect={false}
          error={errors.integration ?? (integrations.isError && t('integrationsFailed'))}
          onChange={(integration) => set({ integration })}
        />
        <div className={styles.wide}>
          <div className={styles.secret}>
            <PasswordInput
              className={styles.grow}
              label={t('tempPass')}
              aria-describedby={hintId}
              value={values.tempPass}
              maxLength={128}
              autoComplete="new-password"
              error={errors.tempPass}
              onChange={(event) => set({ tempPass: event.currentTarget.value })}
            />
            <Button
              variant="default"
              type="button"
              leftSection={<IconWand size={16} stroke={1.5} />}
              onClick={() => {
                const tempPass = madeUpPassword();
                setMadeUp(tempPass);
                set({ tempPass });
              }}
            >
              {t('generate')}
            </Button>
            <CopyButton
              value={values.tempPass}
              label={t('tempPass')}
              success={t('passwordCopied')}
              failure={t('copyFailed')}
              disabled={values.tempPass === ''}
            />
          </div>
          <p id={hintId} className={styles.hint}>
            {t('tempPassHint')}
          </p>
        </div>
        <div className={styles.submit}>
          <Button type="submit" loading={create.isPending}>
            {t('createButton')}
          </Button>
        </div>
      </form>
      <ShownPassword given={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}
