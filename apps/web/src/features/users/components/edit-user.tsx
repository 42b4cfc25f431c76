import { isProviderRole, type Role, type User, userChange } from '@ludus/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { type UserChange, useUpdateUser } from '../../../domain/user/users.ts';
import { bareAddress } from '../../../lib/addresses.ts';
import { toast } from '../../../lib/toast.tsx';
import { sentAs } from '../fields.ts';
import { listLostScreens } from '../own-role.ts';
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

/** Only what changed is sent. */
export function EditUser({ user, keycloakUserId, isSelf, isProviderSide, onClose }: EditUserProps) {
  const { t } = useTranslation('users');
  const { t: shell } = useTranslation('shell');
  const integrations = useQuery(integrationsQuery('platforms'));
  const update = useUpdateUser(keycloakUserId, () =>
    toast('success', t('userUpdated', { name: user.username })),
  );
  const form = useSchemaForm({
    initialValues: valuesOf(user),
    toBody: (values) => changeOf(user, values),
    schema: userChange,
    names: sentAs,
    liveChecks: 'always',
  });
  const { role, integration, platformId } = form.values;
  const [isAsking, setAsking] = useState(false);
  const [isGivingUp, setGivingUp] = useState(false);
  const change = form.getTransformedValues();
  const isChanged = Object.keys(change).length > 0;
  const isStaff = role !== null && isProviderRole(role);
  const place = integrations.data?.rows.find(({ name }) => name === integration);
  const lost = isSelf ? listLostScreens(user.role, role) : [];
  const send = () =>
    update.mutate(change, {
      onSuccess: onClose,
      onError: (error) => {
        setGivingUp(false);
        form.refuse(error);
      },
    });
  const save = () => {
    if (!isChanged) return;
    if (lost.length > 0) setGivingUp(true);
    else send();
  };
  const moveTo = (name: string | null) => {
    form.setFieldValue('integration', name);
    form.setFieldValue('platformId', null);
  };
  const onEscape = ({ key, target, defaultPrevented }: KeyboardEvent) => {
    if (key !== 'Escape' || defaultPrevented || update.isPending) return;
    // In an open list it closes only that list.
    if ((target as Element).getAttribute('aria-expanded') === 'true') return;
    if (isChanged) setAsking(true);
    else onClose();
  };
  return (
    <>
      <LeaveGuard
        mustAsk={() => isChanged}
        closing={{ isConfirmOpen: isAsking, onStay: () => setAsking(false), onLeave: onClose }}
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
        <p className={styles.text}>{t('ownRoleText', { role: role && t(`roles.${role}`) })}</p>
        <p className={styles.lost}>{lost.map((screen) => shell(`entries.${screen}`)).join(', ')}</p>
        <p className={styles.text}>{t('ownRoleBack')}</p>
      </ConfirmModal>
      <form {...form.bind(save)} className={styles.form} aria-label={t('edit')} onKeyDown={onEscape}>
        <TextInput
          label={t('email')}
          type="email"
          maxLength={254}
          autoComplete="off"
          data-autofocus
          autoFocus
          {...form.getInputProps('email')}
        />
        <Select
          label={t('role')}
          placeholder={t('chooseRole')}
          data={rolesFor(isProviderSide).map((value) => ({ value, label: t(`roles.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('role')}
          onChange={(value) => {
            const chosen = rolesFor(isProviderSide).find((one) => one === value) ?? null;
            form.setFieldValue('role', chosen);
            if (chosen !== null && isProviderRole(chosen)) moveTo(null);
          }}
        />
        {isProviderSide && (
          <Select
            label={t('integration')}
            placeholder={t(isStaff ? 'noIntegration' : 'chooseIntegration')}
            data={(integrations.data?.rows ?? []).map(({ name }) => name)}
            disabled={isStaff}
            searchable
            allowDeselect={false}
            {...form.getInputProps('integration')}
            error={form.errors.integration ?? (integrations.isError && t('integrationsFailed'))}
            onChange={moveTo}
          />
        )}
        <Select
          label={t('platform')}
          placeholder={t('noPlatform')}
          data={(place?.platforms ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          disabled={isStaff || !place?.platforms?.length}
          clearable
          {...form.getInputProps('platformId')}
          value={platformId === null ? null : String(platformId)}
          onChange={(id) => form.setFieldValue('platformId', id === null ? null : Number(id))}
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

function valuesOf({ email, role, integration, platformId }: User): Values {
  return { email: email ?? '', role, integration, platformId };
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
