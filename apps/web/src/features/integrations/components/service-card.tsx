import type { IntegrationDetail, IntegrationUpdate, Service, ServiceSpan, TokenField } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SkeletonLine } from '../../../components/skeletons.tsx';
import { formatCount } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { furtherTokens, serviceFields } from '../fields.ts';
import { type ServiceCheck, useServiceCheck } from '../use-service-check.ts';
import { fieldsOf, useUpdate } from '../use-update.ts';
import styles from './service-card.module.css';
import { ServiceHistory } from './service-history.tsx';
import { ServiceInputs } from './service-inputs.tsx';
import { CheckMark, ServiceIcon } from './service-mark.tsx';
import { SilentServices, silentOf } from './silent-services.tsx';
import { TokenInput } from './token-input.tsx';

interface ServiceCardProps {
  integration: IntegrationDetail;
  service: Service;
  health: ServiceCheck;
  onCheck: () => void;
  /** The last 24 hours; undefined while they load, null when they could not be read. */
  spans: readonly ServiceSpan[] | null | undefined;
}

/** The tokens a card holds: the play service also those of bookkeeping, operator and maintenances (INT-19, INT-20). */
function tokensOf(service: Service, { tokens }: IntegrationDetail): TokenField[] {
  const own: TokenField = serviceFields[service].token;
  if (service !== 'play') return [own];
  return [own, ...furtherTokens.filter((field) => field !== 'systemToken' || tokens?.systemToken)];
}

/** One service of an integration: view, edit, are you sure, saved (INT-17 to INT-21). */
export function ServiceCard(props: ServiceCardProps) {
  const { integration, service, health, spans } = props;
  const { t } = useTranslation('integrations');
  const [state, setState] = useState<'view' | 'edit' | 'saved'>('view');
  const name = t(`service.${service}`);
  const url = integration[serviceFields[service].url] ?? '';
  const fields = tokensOf(service, integration);
  const set = fields.filter((field) => integration.tokens?.[field]).length;
  const title = (
    <span className={styles.heading}>
      <ServiceIcon service={service} />
      {t('serviceTitle', { service: name })}
    </span>
  );
  if (state === 'edit') {
    return (
      <ServiceForm
        integration={integration}
        service={service}
        title={title}
        fields={fields}
        onCancel={() => setState('view')}
        onSaved={() => setState('saved')}
      />
    );
  }
  const tokenWords =
    fields.length > 1
      ? t('tokensSet', { shown: formatCount(set), total: formatCount(fields.length) })
      : t(set === 1 ? 'tokenSet' : 'tokenMissing');
  return (
    <Panel title={title} actions={<CheckMark check={health} />}>
      <div className={styles.stack}>
        <div className={styles.address}>
          <span className={url === '' ? styles.missing : 'hub-ellipsis'} title={url}>
            {url === '' ? t('noAddress') : url}
          </span>
          {url !== '' && (
            <CopyButton
              value={url}
              label={`${t('address')} ${name}`}
              success={t('addressCopied')}
              failure={t('addressNotCopied')}
            />
          )}
        </div>
        {spans === undefined && <SkeletonLine height={8} my={4} />}
        {spans === null && <p className={styles.missing}>{t('history.failedToLoad')}</p>}
        {spans && <ServiceHistory spans={spans} />}
        {health.state === 'failed' && health.reason !== null && (
          // The mark above says it as well.
          <p className={styles.reason} aria-hidden="true">
            {health.reason}
          </p>
        )}
        <div className={styles.foot}>
          <span className={styles.token}>
            <IconKey size={16} stroke={1.5} aria-hidden="true" />
            {tokenWords}
          </span>
          {state === 'saved' && <span className={styles.token}>{t('saved')}</span>}
          <span className={styles.buttons}>
            {(health.state === 'failed' || health.state === 'unchecked') && (
              <Button variant="subtle" size="xs" onClick={props.onCheck}>
                {t('checkAgain')}
              </Button>
            )}
            <Button
              variant="subtle"
              size="xs"
              aria-label={t('editService', { service: name })}
              onClick={() => setState('edit')}
            >
              {t('edit')}
            </Button>
          </span>
        </div>
      </div>
    </Panel>
  );
}

interface ServiceFormProps {
  integration: IntegrationDetail;
  service: Service;
  title: React.ReactNode;
  fields: readonly TokenField[];
  onCancel: () => void;
  onSaved: () => void;
}

function ServiceForm({ integration, service, title, fields, onCancel, onSaved }: ServiceFormProps) {
  const { t } = useTranslation('integrations');
  const names = serviceFields[service];
  const before = integration[names.url] ?? '';
  const [url, setUrl] = useState(before);
  const [typed, setTyped] = useState<Partial<Record<TokenField, string>>>({});
  const [isAsked, setAsked] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const live = useServiceCheck();
  const update = useUpdate(integration);
  const errors = fieldsOf(update.error);
  const name = t(`service.${service}`);
  const change: IntegrationUpdate = {
    ...(url === before ? {} : { [names.url]: url }),
    ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
  };
  const hint = (field: TokenField) => t(integration.tokens?.[field] ? 'keepToken' : 'noTokenYet');
  const setToken = (field: TokenField) => (value: string) => setTyped((all) => ({ ...all, [field]: value }));

  const save = async () => {
    if (Object.keys(change).length === 0) return toast('info', t('nothingToUpdate'));
    setChecking(true);
    await live.askAgain(url, typed[names.token] ?? '');
    setChecking(false);
    setAsked(true);
  };
  const send = () =>
    update.mutate(change, {
      onSuccess: () => {
        toast('success', t('serviceUpdated', { service: name }));
        onSaved();
      },
      onError: () => setAsked(false),
    });
  return (
    <Panel title={title} actions={<CheckMark check={live.check} />}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        <ServiceInputs
          service={service}
          url={url}
          token={typed[names.token] ?? ''}
          onUrl={setUrl}
          onToken={setToken(names.token)}
          live={live}
          tokenLabel={t('newToken')}
          tokenPlaceholder={hint(names.token)}
          urlError={errors[names.url]}
          tokenError={errors[names.token]}
        />
        {fields
          .filter((field) => field !== names.token)
          .map((field) => (
            <TokenInput
              key={field}
              label={t(field as (typeof furtherTokens)[number])}
              name={t(field as (typeof furtherTokens)[number])}
              value={typed[field] ?? ''}
              placeholder={hint(field)}
              error={errors[field]}
              onChange={setToken(field)}
            />
          ))}
        <div className={styles.formButtons}>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="default" loading={isChecking}>
            {t('save')}
          </Button>
        </div>
      </form>
      <ConfirmModal
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={send}
        title={t('areYouSure')}
        confirmLabel={t('yes')}
        loading={update.isPending}
      >
        {live.check.state === 'failed' && (
          <>
            {t('silent')}
            <SilentServices silent={silentOf([[service, live.check]])} />
          </>
        )}
        {t('sureService', { service: name, name: integration.name })}
      </ConfirmModal>
    </Panel>
  );
}
