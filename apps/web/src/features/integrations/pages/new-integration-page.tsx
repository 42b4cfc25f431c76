import {
  createIntegration,
  type IntegrationCreation,
  integrationCreation,
  integrationVersions,
  listIntegrations,
  listIntegrationsWithCounts,
  type Service,
  services,
} from '@ludus/contract';
import { Button, Input, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { PageBody, PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { ApiError, call, keyOf } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useOnce } from '../../../lib/use-once.ts';
import { ServiceInputs } from '../components/service-inputs.tsx';
import { CheckMark, ServiceIcon } from '../components/service-mark.tsx';
import { type SilentService, SilentServices, silentOf } from '../components/silent-services.tsx';
import { TokenInput } from '../components/token-input.tsx';
import { furtherTokens, serviceFields } from '../fields.ts';
import { type useServiceCheck, useServiceChecks } from '../use-service-check.ts';
import styles from './new-integration-page.module.css';

type Field = keyof IntegrationCreation;
type Values = Partial<Record<Field, string>>;
type Errors = Partial<Record<string, string>>;

/** What the fields say, with empty optional tokens left out. */
function draftOf(values: Values) {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => value !== '' || !(furtherTokens as readonly string[]).includes(field),
    ),
  );
}

/** What is wrong with each field, by the rules the server has as well. */
function errorsOf(values: Values): Errors {
  const filled = Object.fromEntries(
    Object.values(serviceFields).flatMap(({ url, token }) => [
      [url, ''],
      [token, ''],
    ]),
  );
  const parsed = integrationCreation.safeParse({ name: '', ...filled, ...draftOf(values) });
  const errors: Errors = {};
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  return errors;
}

/** An operator platform with its four services is entered (INT-09 to INT-12). */
export function NewIntegrationPage({ onCreated }: { onCreated: (id: number) => void }) {
  const { t } = useTranslation('integrations');
  const queryClient = useQueryClient();
  const [values, setValues] = useState<Values>({ version: 'GAI2' });
  const [errors, setErrors] = useState<Errors>({});
  const [isSending, setSending] = useState(false);
  const once = useOnce();
  const checks = useServiceChecks();
  // Asked about before the integration is created with them.
  const [silent, setSilent] = useState<readonly SilentService[]>([]);
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (field: Field) => (value: string) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _gone, ...others }) => others);
  };
  const isTyped = Object.entries(values).some(([field, value]) => field !== 'version' && value !== '');

  const refuse = (found: Errors) => {
    setErrors(found);
    // After it is drawn: the first field with an error, as the page shows them.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const submit = async () => {
    const found = errorsOf(values);
    if (Object.keys(found).length > 0) return refuse(found);
    setSending(true);
    const answers = services.map(async (service) => {
      const { url, token } = serviceFields[service];
      return [service, await checks[service].askAgain(values[url] ?? '', values[token] ?? '')] as const;
    });
    const without = silentOf(await Promise.all(answers));
    if (without.length === 0) return create();
    setSending(false);
    setSilent(without);
  };
  const create = async () => {
    setSending(true);
    try {
      const [created] = await call(createIntegration, { body: draftOf(values) as IntegrationCreation });
      isDone.current = true;
      for (const endpoint of [listIntegrationsWithCounts, listIntegrations])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) });
      if (created) onCreated(created.id);
    } catch (error) {
      setSending(false);
      setSilent([]);
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) refuse(fields);
      else if (error instanceof ApiError && error.status === 409) refuse({ name: error.message });
      else toast('error', t('wentWrong'), { detail: (error as Error).message });
    }
  };

  return (
    <>
      <PageHeader
        title={t('newTitle')}
        context={t('newContext')}
        back={{ to: '/integrations', label: t('back') }}
        actions={
          <Button type="submit" form="new-integration" loading={isSending}>
            {t('create')}
          </Button>
        }
      />
      <PageBody>
        <form
          id="new-integration"
          ref={form}
          className={styles.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            once(submit);
          }}
          inert={isSending}
        >
          <Panel title={t('basics')}>
            <div className={styles.basics}>
              <TextInput
                label={t('name')}
                value={values.name ?? ''}
                maxLength={120}
                autoComplete="off"
                error={errors.name}
                onChange={(event) => set('name')(event.currentTarget.value)}
              />
              <Input.Wrapper label={t('version')} labelElement="div">
                <div>
                  <SegmentedSwitch
                    label={t('version')}
                    value={(values.version ?? 'GAI2') as (typeof integrationVersions)[number]}
                    onChange={set('version')}
                    options={integrationVersions.map((version) => ({ value: version, label: version }))}
                  />
                </div>
              </Input.Wrapper>
            </div>
          </Panel>
          <div className={styles.services}>
            {services.map((service) => (
              <ServicePanel
                key={service}
                service={service}
                live={checks[service]}
                values={values}
                errors={errors}
                set={set}
              />
            ))}
          </div>
          <FurtherTokens values={values} errors={errors} set={set} />
        </form>
      </PageBody>
      <ConfirmModal
        opened={silent.length > 0}
        onClose={() => setSilent([])}
        onConfirm={() => once(create)}
        title={t('silentTitle', { name: values.name?.trim() })}
        confirmLabel={t('createSilent')}
        loading={isSending}
      >
        {t('silent')}
        <SilentServices silent={silent} />
        {t('silentHint')}
      </ConfirmModal>
      <LeaveGuard
        mustAsk={() => isTyped && !isDone.current}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText')}
      </LeaveGuard>
    </>
  );
}

interface PartProps {
  values: Values;
  errors: Errors;
  set: (field: Field) => (value: string) => void;
}

interface ServicePanelProps extends PartProps {
  service: Service;
  live: ReturnType<typeof useServiceCheck>;
}

function ServicePanel({ service, live, values, errors, set }: ServicePanelProps) {
  const { t } = useTranslation('integrations');
  const { url, token } = serviceFields[service];
  return (
    <Panel
      title={
        <span className={styles.heading}>
          <ServiceIcon service={service} />
          {t('serviceTitle', { service: t(`service.${service}`) })}
        </span>
      }
      coverage={live.check.state === 'unchecked' && t('checkHint')}
      actions={<CheckMark check={live.check} />}
    >
      <div className={styles.fields}>
        <ServiceInputs
          service={service}
          url={values[url] ?? ''}
          token={values[token] ?? ''}
          onUrl={set(url)}
          onToken={set(token)}
          live={live}
          tokenLabel={t('token')}
          urlError={errors[url]}
          tokenError={errors[token]}
        />
      </div>
    </Panel>
  );
}

/** Tokens that not every platform has, out of the way until they are wanted. */
function FurtherTokens({ values, errors, set }: PartProps) {
  const { t } = useTranslation('integrations');
  const [opened, setOpened] = useState(false);
  const isOpen = opened || furtherTokens.some((field) => errors[field] !== undefined);
  return (
    <Panel label={t('furtherTokens')} flush>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpened(!isOpen)}
      >
        <span className={styles.toggleTexts}>
          <span className={styles.toggleTitle}>{t('furtherTokens')}</span>
          <span className={styles.hint}>{t('furtherHint')}</span>
        </span>
        <IconChevronDown size={18} stroke={1.5} data-open={isOpen || undefined} />
      </button>
      {isOpen && (
        <div className={styles.tokens}>
          {furtherTokens.map((field) => (
            <TokenInput
              key={field}
              label={t(field)}
              name={t(field)}
              value={values[field] ?? ''}
              error={errors[field]}
              onChange={set(field)}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}
