import { isProviderRole, messageOf, type Role } from '@ludus/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { type NewUser, useCreateUser } from '../../../domain/user/users.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { bodyOf, generatePassword, type NewUserValues, newUserSchema } from '../fields.ts';
import { rolesFor } from '../search.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { ShownPassword } from './shown-password.tsx';
import styles from './users.module.css';

/** What was typed stays when the call fails. */
export function CreateUser({ isProviderSide }: { isProviderSide: boolean }) {
  const { t } = useTranslation('users');
  const { integrationName: own } = useUser();
  const integrations = useQuery({ ...integrationsQuery('platforms'), enabled: isProviderSide });
  const hintId = useId();
  const nextId = useId();
  const [shown, setShown] = useState<{ name: string; password: string } | null>(null);
  // Behind dots in its field, one that was made up can only be passed on once it is shown.
  const [generatedPassword, setGeneratedPassword] = useState('');
  const create = useCreateUser();
  const first = useRestoreFocus<HTMLInputElement>(create.isPending || shown !== null);
  const form = useSchemaForm({
    initialValues: {
      username: '',
      email: '',
      role: null,
      integration: isProviderSide ? null : own,
      tempPass: '',
    } as NewUserValues,
    toBody: bodyOf,
    schema: newUserSchema,
    // The schema asks for it once it knows the role.
    rules: ({ role, integration }) =>
      role === null && integration === null
        ? { integration: renderMessage(messageOf('fields.integrationRequired')) }
        : {},
    liveChecks: 'after-refusal',
  });
  const { role, tempPass } = form.values;
  const isStaff = role !== null && isProviderRole(role);

  const send = (body: NewUser) =>
    create.mutate(body, {
      onSuccess: ({ username, password }) => {
        toast('success', t('userCreated'));
        form.reset();
        const temporaryPassword = password ?? (tempPass === generatedPassword ? generatedPassword : '');
        if (temporaryPassword !== '') setShown({ name: username, password: temporaryPassword });
        setGeneratedPassword('');
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', t('wentWrong'), networkErrorDetail(error));
      },
    });
  return (
    <Panel title={t('createTitle')}>
      <LeaveGuard mustAsk={() => form.isDirty()} />
      <div className={styles.create}>
        <form {...form.bind(send)} className={styles.form}>
          <TextInput
            ref={first}
            label={t('username')}
            description={t('usernameHint')}
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
            onChange={(event) => {
              form.getInputProps('username').onChange(event);
              // Said at the first wrong character: what is wrong then stays wrong, whatever follows.
              if (/[^\w-]/.test(event.currentTarget.value.trim())) form.validateField('username');
            }}
          />
          <TextInput
            label={t('email')}
            required
            type="email"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
            onBlur={() => {
              if (form.values.email !== '') form.validateField('email');
            }}
          />
          <Select
            label={t('role')}
            description={role === null ? t('roleHint') : t(`roleHelp.${role}`)}
            required
            placeholder={t('chooseRole')}
            data={rolesFor(isProviderSide).map((value) => ({ value, label: t(`roles.${value}`) }))}
            allowDeselect={false}
            maxDropdownHeight={400}
            renderOption={({ option }) => (
              <span className={styles.option}>
                {option.label}
                {/* Not a part of the name of a role; said below the field once it is chosen. */}
                <small aria-hidden="true">{t(`roleHelp.${option.value as Role}`)}</small>
              </span>
            )}
            {...form.getInputProps('role')}
            onChange={(value) => {
              const chosen = rolesFor(isProviderSide).find((one) => one === value) ?? null;
              form.setFieldValue('role', chosen);
              if (chosen === null || !isProviderRole(chosen)) return;
              form.setFieldValue('integration', null);
              // Not cleared by the line before where nothing was chosen.
              form.clearFieldError('integration');
            }}
          />
          <Select
            label={t('integration')}
            description={isStaff ? t('allIntegrations') : isProviderSide ? t('integrationHint') : undefined}
            required={!isStaff}
            placeholder={t(isStaff ? 'noIntegration' : 'chooseIntegration')}
            data={isProviderSide ? (integrations.data?.rows ?? []).map(({ name }) => name) : [own ?? '']}
            disabled={isStaff || !isProviderSide}
            searchable={isProviderSide}
            allowDeselect={false}
            {...form.getInputProps('integration')}
            error={form.errors.integration ?? (integrations.isError && t('integrationsFailed'))}
          />
          <div className={styles.wide}>
            <div className={styles.secret}>
              <PasswordField
                className={styles.grow}
                label={<OptionalLabel label={t('tempPass')} />}
                aria-label={t('tempPass')}
                aria-describedby={hintId}
                maxLength={128}
                autoComplete="new-password"
                {...form.getInputProps('tempPass')}
              />
              <Button
                variant="default"
                type="button"
                leftSection={<IconWand size={16} stroke={1.5} />}
                onClick={() => {
                  const password = generatePassword();
                  setGeneratedPassword(password);
                  form.setFieldValue('tempPass', password);
                }}
              >
                {t('generate')}
              </Button>
              <CopyButton
                value={tempPass}
                label={t('tempPass')}
                success={t('passwordCopied')}
                failure={t('copyFailed')}
                disabled={tempPass === ''}
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
        <section className={styles.next} aria-labelledby={nextId}>
          <h3 id={nextId} className={styles.subtitle}>
            {t('next')}
          </h3>
          <ol>
            <li>{t('nextPassword')}</li>
            <li>{t('nextSignIn', { address: window.location.host })}</li>
            <li>{t('nextChange')}</li>
          </ol>
        </section>
      </div>
      <ShownPassword given={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}
