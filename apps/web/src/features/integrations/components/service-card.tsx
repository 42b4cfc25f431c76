import {
  type IntegrationDetail,
  type IntegrationUpdate,
  integrationUpdate,
  type Maintenance,
  type Service,
  type ServiceSpan,
  type TokenField,
} from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { reasonText } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { addressParts, furtherTokens, serviceFields } from '../fields.ts';
import { type ServiceCheck, useServiceCheck } from '../use-service-check.ts';
import { useUpdate } from '../use-update.ts';
import { FailingServices, failingServicesOf } from './failing-services.tsx';
import styles from './service-card.module.css';
import { ServiceHistory } from './service-history.tsx';
import { ServiceInputs } from './service-inputs.tsx';
import { CheckMark, MaintenanceMark, ServiceIcon } from './service-mark.tsx';
import { TokenInput } from './token-input.tsx';

interface ServiceCardProps {
  integration: IntegrationDetail;
  service: Service;
  health: ServiceCheck;
  /** The one that runs and affects the service; undefined without one. */
  maintenance: Maintenance | undefined;
  onCheck: () => void;
  /** The last 24 hours; undefined while they load, null when they could not be read. */
  spans: readonly ServiceSpan[] | null | undefined;
}

/** The tokens a card holds: the play service also those of bookkeeping, operator and maintenances. */
function tokensOf(service: Service, { tokens }: IntegrationDetail): TokenField[] {
  const own: TokenField = serviceFields[service].token;
  if (service !== 'play') return [own];
  return [own, ...furtherTokens.filter((field) => field !== 'systemToken' || tokens?.systemToken)];
}

/** One service of an integration: view, edit, are you sure, saved. */
export function ServiceCard(props: ServiceCardProps) {
  const { integration, service, health, maintenance, spans } = props;
  const { t } = useTranslation('integrations');
  const [state, setState] = useState<'view' | 'edit' | 'saved'>('view');
  const isNarrow = useIsNarrow();
  const [isOpened, setOpened] = useState(false);
  // Four cards one below the other: of a healthy one, its name and its state say enough.
  const folds = isNarrow && (health.state === 'ok' || health.state === 'loading');
  const isFolded = folds && !isOpened;
  const name = t(`service.${service}`);
  const url = integration[serviceFields[service].url] ?? '';
  const [scheme, place] = addressParts(url);
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
      ? t('tokensSet', { shown: set, total: fields.length })
      : t(set === 1 ? 'tokenSet' : 'tokenMissing');
  return (
    <Panel
      className={styles.card}
      title={title}
      coverage={
        <>
          <CheckMark check={health} inWords />
          {maintenance && <MaintenanceMark maintenance={maintenance} />}
        </>
      }
      flush={isFolded}
      actions={
        folds && (
          <ActionIcon
            aria-label={t('serviceDetails', { service: name })}
            aria-expanded={isOpened}
            onClick={() => setOpened(!isOpened)}
          >
            <IconChevronDown size={18} stroke={1.5} className={styles.chevron} />
          </ActionIcon>
        )
      }
    >
      <div className={styles.stack} hidden={isFolded}>
        <div className={styles.address}>
          {url === '' ? (
            <span className={styles.missing}>{t('noAddress')}</span>
          ) : (
            <span className={`hub-ellipsis hub-id ${styles.url}`} title={url}>
              <span className="hub-visually-hidden">{scheme}</span>
              {place}
            </span>
          )}
          {url !== '' && (
            <CopyButton
              value={url}
              label={`${t('address')} ${name}`}
              success={t('addressCopied')}
              failure={t('addressNotCopied')}
            />
          )}
        </div>
        {/* As high as the strip with its legend. */}
        {spans === undefined && <SkeletonLine height={8} my={12} />}
        {spans === null && <p className={styles.missing}>{t('history.failedToLoad')}</p>}
        {spans && <ServiceHistory spans={spans} isFailing={health.state === 'failed'} />}
        {health.state === 'failed' && health.reason !== null && (
          // The mark above says it as well.
          <p className={styles.reason} aria-hidden="true">
            {reasonText(health)}
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
            <Button variant="subtle" size="xs" onClick={() => setState('edit')}>
              {t('editService', { service: name })}
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
  const start = {
    ...Object.fromEntries(fields.map((field) => [field, ''])),
    [names.url]: integration[names.url] ?? '',
  };
  const form = useSchemaForm<Record<string, string>, IntegrationUpdate>({
    initialValues: start,
    toBody: (values) =>
      Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== start[field])),
    schema: integrationUpdate,
  });
  const { values, errors } = form;
  const set = (field: string) => (value: string) => form.setFieldValue(field, value);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const live = useServiceCheck();
  const update = useUpdate(integration);
  const name = t(`service.${service}`);
  const hint = (field: TokenField) => t(integration.tokens?.[field] ? 'keepToken' : 'noTokenYet');

  const save = async (change: IntegrationUpdate) => {
    if (Object.keys(change).length === 0) return toast('info', t('nothingToUpdate'));
    setChecking(true);
    await live.askAgain(values[names.url] ?? '', values[names.token] ?? '');
    setChecking(false);
    setConfirmOpen(true);
  };
  const send = () =>
    update.mutate(form.getTransformedValues(), {
      onSuccess: () => {
        toast('success', t('serviceUpdated', { service: name }));
        onSaved();
      },
      onError: (error) => {
        setConfirmOpen(false);
        form.refuse(error);
      },
    });
  return (
    <Panel title={title} actions={<CheckMark check={live.check} />}>
      <form
        {...form.bind((change) => void save(change))}
        className={styles.stack}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      >
        <ServiceInputs
          service={service}
          url={values[names.url] ?? ''}
          token={values[names.token] ?? ''}
          onUrl={set(names.url)}
          onToken={set(names.token)}
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
              placeholder={hint(field)}
              {...form.getInputProps(field)}
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
        opened={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        onConfirm={send}
        title={t('areYouSure')}
        confirmLabel={t('saveService')}
        loading={update.isPending}
      >
        {live.check.state === 'failed' && (
          <>
            {t('silent')}
            <FailingServices failing={failingServicesOf([[service, live.check]])} />
          </>
        )}
        {t('sureService', { service: name, name: integration.name })}
      </ConfirmModal>
    </Panel>
  );
}
