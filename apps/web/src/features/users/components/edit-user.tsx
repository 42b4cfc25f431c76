import { isProviderRole, type Role, type User, userChange } from '@ludus/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { bareAddress } from '../../../lib/addresses.ts';
import { toast } from '../../../lib/toast.tsx';
import { integrationsQuery, type UserChange, useUpdateUser } from '../api/users.ts';
import { fieldErrorsOf } from '../fields.ts';
import { lostScreens } from '../own-role.ts';
import { rolesFor } from '../search.ts';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './users.module.css';

interface EditUserProps {
  user: User;
  keycloakUserId: string;
  isSelf: boolean;
  isProviderSide: boolean;
  onClose: () => void;
}

interface Values {
  email: string;
  role: Role | null;
  integration: string | null;
  platformId: number | null;
}

/** USER-17, USER-18: only what changed is sent. */
export function EditUser({ user, keycloakUserId, isSelf, isProviderSide, onClose }: EditUserProps) {
  const { t } = useTranslation('users');
  const { t: shell } = useTranslation('shell');
  const integrations = useQuery(integrationsQuery());
  const update = useUpdateUser(keycloakUserId, () =>
    toast('success', t('userUpdated', { name: user.username })),
  );
  const [values, setValues] = useState<Values>({
    email: user.email ?? '',
    role: user.role,
    integration: user.integration,
    platformId: user.platformId,
  });
  const [isAsking, setAsking] = useState(false);
  const [isGivingUp, setGivingUp] = useState(false);
  const change = changeOf(user, values);
  const isStaff = values.role !== null && isProviderRole(values.role);
  const place = integrations.data?.rows.find(({ name }) => name === values.integration);
  const wrongEmail = change.userAttributes && emailError(change.userAttributes.email);
  const errors = { ...fieldErrorsOf(update.error), ...(wrongEmail ? { email: wrongEmail } : {}) };
  const set = (part: Partial<Values>) => {
    update.reset();
    setValues({ ...values, ...part });
  };
  const isChanged = Object.keys(change).length > 0;
  const lost = isSelf ? lostScreens(user.role, values.role) : [];
  const save = () => {
    if (!isChanged || wrongEmail) return;
    if (lost.length > 0) setGivingUp(true);
    else send();
  };
  const send = () =>
    update.mutate(change, {
      onSuccess: onClose,
      onError: () => setGivingUp(false),
    });
  const onEscape = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || update.isPending) return;
    // In a list that is open it closes that list alone.
    if ((target as Element).getAttribute('aria-expanded') === 'true') return;
    if (isChanged) setAsking(true);
    else onClose();
  };
  return (
    <>
      <LeaveGuard
        mustAsk={() => isChanged}
        closing={{ isAsked: isAsking, onStay: () => setAsking(false), onLeave: onClose }}
      />
      <ConfirmModal
        opened={isGivingUp}
        onClose={() => setGivingUp(false)}
        onConfirm={send}
        title={t('ownRoleTitle')}
        confirmLabel={t('ownRoleConfirm')}
        danger
        loading={update.isPending}
      >
        <p className={styles.text}>{t('ownRoleText', { role: values.role && t(`roles.${values.role}`) })}</p>
        <p className={styles.lost}>{lost.map((screen) => shell(`entries.${screen}`)).join(', ')}</p>
        <p className={styles.text}>{t('ownRoleBack')}</p>
      </ConfirmModal>
      <form
        className={styles.form}
        noValidate
        aria-label={t('edit')}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={onEscape}
      >
        <TextInput
          label={t('email')}
          type="email"
          value={values.email}
          maxLength={254}
          autoComplete="off"
          data-autofocus
          autoFocus
          error={errors.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <Select
          label={t('role')}
          placeholder={t('chooseRole')}
          data={rolesFor(isProviderSide).map((value) => ({ value, label: t(`roles.${value}`) }))}
          value={values.role}
          allowDeselect={false}
          error={errors.role}
          onChange={(value) => {
            const role = rolesFor(isProviderSide).find((one) => one === value) ?? null;
            const leaves = role !== null && isProviderRole(role);
            set({ role, ...(leaves ? { integration: null, platformId: null } : {}) });
          }}
        />
        {isProviderSide && (
          <Select
            label={t('integration')}
            placeholder={t(isStaff ? 'noIntegration' : 'chooseIntegration')}
            data={(integrations.data?.rows ?? []).map(({ name }) => name)}
            value={values.integration}
            disabled={isStaff}
            searchable
            allowDeselect={false}
            error={errors.integration ?? (integrations.isError && t('integrationsFailed'))}
            onChange={(integration) => set({ integration, platformId: null })}
          />
        )}
        <Select
          label={t('platform')}
          placeholder={t('noPlatform')}
          data={(place?.platforms ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={values.platformId === null ? null : String(values.platformId)}
          disabled={isStaff || !place?.platforms?.length}
          clearable
          error={errors.platformId}
          onChange={(id) => set({ platformId: id === null ? null : Number(id) })}
        />
        <div className={styles.submit}>
          <Button variant="default" onClick={onClose} disabled={update.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={update.isPending} disabled={!isChanged}>
            {t('save')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** What the call says of an address (ERR-111). */
function emailError(email: string): string | undefined {
  return userChange.safeParse({ userAttributes: { email } }).error?.issues[0]?.message;
}

function changeOf(user: User, { email, role, integration, platformId }: Values): UserChange {
  const address = bareAddress(email);
  const isMoved = role !== null && !isProviderRole(role) && integration !== user.integration;
  return {
    ...(address === (user.email ?? '') ? {} : { userAttributes: { email: address } }),
    ...(role === null || role === user.role
      ? {}
      : { clientRolesToAdd: [role], clientRolesToRemove: user.role === null ? [] : [user.role] }),
    ...(isMoved ? { integration } : {}),
    ...(platformId === user.platformId ? {} : { platformId }),
  };
}
