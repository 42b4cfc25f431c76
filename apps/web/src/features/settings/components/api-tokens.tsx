import { type ApiToken, type ApiTokenSecret, renewedSecretHours, shownToken } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { apiTokensQuery, useRenewApiToken, useRevokeApiToken } from '../../../domain/user/api-tokens.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { scopeKeys } from '../token-scopes.ts';
import { ApiExample, ApiLinks } from './api-guide.tsx';
import styles from './api-tokens.module.css';
import { CreateApiToken } from './create-api-token.tsx';
import machines from './machines.module.css';
import { ShownSecret } from './shown-secret.tsx';

type Dialog = { kind: 'create' } | { kind: 'renew' | 'revoke'; token: ApiToken };

/** Tokens of the person's programs and, for administrators, those of the people they administer. */
export function ApiTokens() {
  const { t } = useTranslation('settings');
  const query = useQuery(apiTokensQuery());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [made, setMade] = useState<ApiTokenSecret | null>(null);
  const close = () => setDialog(null);
  const createButton = useRestoreFocus<HTMLButtonElement>(dialog !== null || made !== null);
  const onError = (error: Error) => void toast('error', error.message, { error });
  const show = (secret: ApiTokenSecret) => {
    close();
    setMade(secret);
  };
  const renew = useRenewApiToken({ onDone: show, onError });
  const revoke = useRevokeApiToken({
    onDone: () => {
      close();
      toast('success', t('apiTokens.revoked'));
    },
    onError,
  });
  const rows = query.data?.rows ?? [];
  const others = rows.filter(({ isOwn }) => !isOwn);
  const chosen = dialog === null || dialog.kind === 'create' ? null : dialog.token;
  const lists = [
    { label: t('apiTokens.title'), tokens: rows.filter(({ isOwn }) => isOwn) },
    { label: t('apiTokens.others'), tokens: others },
  ].filter(({ tokens }) => tokens.length > 0);
  return (
    <Panel
      title={t('apiTokens.title')}
      coverage={t('apiTokens.note')}
      hasLongCoverage
      actions={
        <Button
          ref={createButton}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => setDialog({ kind: 'create' })}
        >
          {t('apiTokens.create')}
        </Button>
      }
    >
      <div className={styles.lists}>
        {query.data ? (
          <>
            {rows.length === 0 && <p className={machines.text}>{t('apiTokens.none')}</p>}
            {lists.map(({ label, tokens }) => (
              <div key={label}>
                {others.length > 0 && (
                  <h3 className={styles.heading}>{tokens === others ? label : t('apiTokens.own')}</h3>
                )}
                <ul className={machines.list} aria-label={label}>
                  {tokens.map((token) => (
                    <TokenRow key={token.id} token={token} onChoose={(kind) => setDialog({ kind, token })} />
                  ))}
                </ul>
              </div>
            ))}
          </>
        ) : query.isError ? (
          <ErrorState onReload={() => void query.refetch()} reloading={query.isFetching} compact />
        ) : (
          <SkeletonLine width="60%" />
        )}
        <ApiLinks />
      </div>
      <CreateApiToken opened={dialog?.kind === 'create'} onClose={close} onCreated={show} />
      <ConfirmModal
        opened={dialog?.kind === 'renew'}
        onClose={close}
        onConfirm={() => chosen && renew.mutate(chosen.id)}
        title={t('apiTokens.renewTitle', { name: chosen?.name })}
        confirmLabel={t('apiTokens.renew')}
        loading={renew.isPending}
      >
        {t('apiTokens.renewText', { count: renewedSecretHours })}
      </ConfirmModal>
      <ConfirmModal
        opened={dialog?.kind === 'revoke'}
        onClose={close}
        onConfirm={() => chosen && revoke.mutate(chosen.id)}
        title={t('apiTokens.revokeTitle', { name: chosen?.name })}
        confirmLabel={t('apiTokens.revoke')}
        danger
        loading={revoke.isPending}
      >
        {t('apiTokens.revokeText')}
      </ConfirmModal>
      <ShownSecret
        made={made}
        kind="apiTokens"
        nameOf={({ token }) => token.name}
        rows={3}
        onClose={() => setMade(null)}
      >
        {({ token, secret }) => <ApiExample token={token} secret={secret} />}
      </ShownSecret>
    </Panel>
  );
}

function TokenRow({ token, onChoose }: { token: ApiToken; onChoose: (kind: 'renew' | 'revoke') => void }) {
  const { t } = useTranslation('settings');
  const { name, owner, isOwn, integration, scopes, isExpired } = token;
  const what = scopes.map((scope) => t(`apiTokens.scopes.${scopeKeys[scope]}`)).join(', ');
  return (
    <li>
      <div className={machines.facts}>
        <span className={machines.title}>
          <span className={machines.name}>{name}</span>
          {isExpired && <Badge tone="negative">{t('apiTokens.expired')}</Badge>}
          <code className={styles.id}>{shownToken(token.id)}</code>
        </span>
        <span className={machines.text}>
          {[
            ...(isOwn ? [] : [owner.username]),
            integration?.name ?? t('apiTokens.allIntegrations'),
            what,
          ].join(' · ')}
        </span>
        <span className={machines.text}>
          <Trans
            t={t}
            i18nKey={isExpired ? 'apiTokens.expiredAt' : 'apiTokens.expires'}
            components={{ time: <DateTime value={token.expiresAt} format="minutes" /> }}
          />
          {' · '}
          {token.lastUsedAt === null ? (
            t('apiTokens.neverUsed')
          ) : (
            <Trans
              t={t}
              i18nKey="apiTokens.lastUsed"
              values={{ address: token.lastUsedFrom }}
              components={{ time: <DateTime value={token.lastUsedAt} format="minutes" /> }}
            />
          )}
          {token.oldSecretUntil !== null && (
            <>
              {' · '}
              <Trans
                t={t}
                i18nKey="apiTokens.oldSecret"
                components={{ time: <DateTime value={token.oldSecretUntil} format="minutes" /> }}
              />
            </>
          )}
        </span>
      </div>
      <div className={machines.actions}>
        {isOwn && (
          <Button
            variant="subtle"
            aria-label={t('apiTokens.renewOf', { name })}
            onClick={() => onChoose('renew')}
          >
            {t('apiTokens.renew')}
          </Button>
        )}
        <Button
          variant="subtle"
          aria-label={t('apiTokens.revokeOf', { name })}
          onClick={() => onChoose('revoke')}
        >
          {t('apiTokens.revoke')}
        </Button>
      </div>
    </li>
  );
}
