import {
  type IntegrationCreation,
  integrationCreation,
  integrationVersions,
  type Service,
  services,
  type TokenField,
} from '@ludus/contract';
import { Button, Input, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ActionBar, actionBarPage } from '../../../components/layout/action-bar.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { useCreateIntegration } from '../../../domain/integration/manage-integrations.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useMedia } from '../../../lib/use-screen.ts';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';
import { type FailingService, FailingServices, failingServicesOf } from '../components/failing-services.tsx';
import { ServiceInputs } from '../components/service-inputs.tsx';
import { CheckMark, ServiceIcon } from '../components/service-mark.tsx';
import { TokenInput } from '../components/token-input.tsx';
import { furtherTokens, serviceFields } from '../fields.ts';
import { type useServiceCheck, useServiceChecks } from '../use-service-check.ts';
import styles from './new-integration-page.module.css';

/** A window with room for every field above the action bar. */
const hasRoomForAll = '(min-width: 100em)';

type Field = 'name' | TokenField | (typeof serviceFields)[Service]['url'];
type Values = Record<Field, string> & Pick<IntegrationCreation, 'version'>;

const textFields: readonly Field[] = [
  'name',
  ...Object.values(serviceFields).flatMap(({ url, token }) => [url, token]),
  ...furtherTokens,
];
const blank = { ...Object.fromEntries(textFields.map((field) => [field, ''])), version: 'GAI2' } as Values;

/** What is sent: empty optional tokens are left out. */
function bodyOf(values: Values): IntegrationCreation {
  const isLeftOut = (field: string) => (furtherTokens as readonly string[]).includes(field);
  return Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== '' || !isLeftOut(field)),
  ) as IntegrationCreation;
}

const useCreationForm = () =>
  useSchemaForm({ initialValues: blank, toBody: bodyOf, schema: integrationCreation });
type CreationForm = ReturnType<typeof useCreationForm>;

/** An operator platform with its four services is entered. */
export function NewIntegrationPage({ onCreated }: { onCreated: (id: number) => void }) {
  const { t } = useTranslation('integrations');
  const createIntegration = useCreateIntegration();
  const form = useCreationForm();
  const { values } = form;
  const [isSending, setSending] = useState(false);
  const once = useSingleFlight();
  const checks = useServiceChecks();
  // Asked about before the integration is created with them.
  const [failing, setFailing] = useState<readonly FailingService[]>([]);
  const isDone = useRef(false);

  const submit = async () => {
    setSending(true);
    const answers = services.map(async (service) => {
      const { url, token } = serviceFields[service];
      return [service, await checks[service].askAgain(values[url], values[token])] as const;
    });
    const without = failingServicesOf(await Promise.all(answers));
    if (without.length === 0) return create();
    setSending(false);
    setFailing(without);
  };
  const create = async () => {
    setSending(true);
    try {
      const created = await createIntegration(form.getTransformedValues());
      isDone.current = true;
      if (created) onCreated(created.id);
    } catch (error) {
      setSending(false);
      setFailing([]);
      if (form.refuse(error)) return;
      if (error instanceof ApiError && error.status === 409) form.showErrors({ name: error.message });
      else toast('error', t('wentWrong'), { detail: (error as Error).message, error });
    }
  };

  return (
    <>
      <PageHeader
        title={t('newTitle')}
        context={t('newContext')}
        back={{ to: '/integrations', label: t('back') }}
      />
      <PageBody className={actionBarPage} reading>
        <form
          id="new-integration"
          {...form.bind(() => once(submit))}
          className={styles.form}
          inert={isSending}
        >
          <Panel title={t('basics')}>
            <div className={styles.basics}>
              <TextInput
                label={t('name')}
                maxLength={120}
                autoComplete="off"
                {...form.getInputProps('name')}
              />
              <Input.Wrapper label={t('version')} labelElement="div">
                <SegmentedSwitch
                  label={t('version')}
                  value={values.version}
                  onChange={(version) => form.setFieldValue('version', version)}
                  options={integrationVersions.map((version) => ({ value: version, label: version }))}
                  fullWidth
                />
              </Input.Wrapper>
            </div>
          </Panel>
          <div className={styles.services}>
            {services.map((service) => (
              <ServicePanel key={service} service={service} live={checks[service]} form={form} />
            ))}
            <FurtherTokens form={form} />
          </div>
        </form>
        <ActionBar label={t('newTitle')} status={null}>
          <Button variant="default" component={Link} to="/integrations">
            {t('cancel')}
          </Button>
          <Button type="submit" form="new-integration" loading={isSending}>
            {t('create')}
          </Button>
        </ActionBar>
      </PageBody>
      <ConfirmModal
        opened={failing.length > 0}
        onClose={() => setFailing([])}
        onConfirm={() => once(create)}
        title={t('silentTitle', { name: values.name.trim() })}
        confirmLabel={t('createSilent')}
        loading={isSending}
      >
        {t('silent')}
        <FailingServices failing={failing} />
        {t('silentHint')}
      </ConfirmModal>
      <LeaveGuard
        mustAsk={() => form.isDirty() && !isDone.current}
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
  form: CreationForm;
}

interface ServicePanelProps extends PartProps {
  service: Service;
  live: ReturnType<typeof useServiceCheck>;
}

function ServicePanel({ service, live, form }: ServicePanelProps) {
  const { t } = useTranslation('integrations');
  const { url, token } = serviceFields[service];
  return (
    <Panel
      className={styles.service}
      title={
        <span className={styles.heading}>
          <ServiceIcon service={service} />
          {t('serviceTitle', { service: t(`service.${service}`) })}
        </span>
      }
      actions={<CheckMark check={live.check} />}
    >
      <div className={styles.fields}>
        <ServiceInputs
          service={service}
          url={form.values[url]}
          token={form.values[token]}
          onUrl={(value) => form.setFieldValue(url, value)}
          onToken={(value) => form.setFieldValue(token, value)}
          live={live}
          tokenLabel={t('token')}
          urlError={form.errors[url]}
          tokenError={form.errors[token]}
        />
      </div>
    </Panel>
  );
}

/** Tokens that not every platform has, out of the way until they are wanted. */
function FurtherTokens({ form }: PartProps) {
  const { t } = useTranslation('integrations');
  const [opened, setOpened] = useState(useMedia(hasRoomForAll));
  const isOpen = opened || furtherTokens.some((field) => form.errors[field] !== undefined);
  return (
    <Panel label={t('furtherTokens')} flush className={styles.further}>
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
            <TokenInput key={field} label={t(field)} name={t(field)} {...form.getInputProps(field)} />
          ))}
        </div>
      )}
    </Panel>
  );
}
