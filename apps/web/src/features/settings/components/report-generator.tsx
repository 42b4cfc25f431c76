import { emailAddress } from '@ludus/contract';
import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PeriodPicker } from '../../../components/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { presetPeriod, today } from '../../../lib/days.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsPhone } from '../../../lib/use-screen.ts';
import {
  integrationsQuery,
  type MailedType,
  mailedTypes,
  usersQuery,
  useSendReport,
} from '../api/reports.ts';
import { hasEmail, isAdministrator, offered, type Recipient, withRecipient } from '../recipients.ts';
import styles from './settings.module.css';

/** Sends a report by mail, to the people chosen or to the mailing list (SET-02 to SET-08). */
export function ReportGenerator() {
  const { t } = useTranslation('settings');
  const isPhone = useIsPhone();
  const [type, setType] = useState<MailedType>('daily');
  const [period, setPeriod] = useState(() => presetPeriod('yesterday', today()));
  const [integrationId, setIntegrationId] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Recipient[]>([]);
  const integrations = useQuery(integrationsQuery());
  const send = useSendReport();
  const isCustom = type === 'custom';
  const needsPeople = isCustom && chosen.length === 0;

  const changeIntegration = (id: number | null) => {
    setIntegrationId(id);
    setChosen(chosen.filter((one) => one.isAdministrator));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (needsPeople) return;
    const range = isCustom ? { dateStart: period.from, dateEnd: period.to } : {};
    const to = chosen.length === 0 ? null : chosen.map(({ email }) => email);
    send.mutate(
      { type, body: { ...range, to, integrationId } },
      {
        onSuccess: () => {
          toast('success', t('reportRequested'));
          setChosen([]);
        },
      },
    );
  };
  return (
    <Panel title={t('report')} coverage={t('reportNote')}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <div className={styles.scroller}>
          <SegmentedSwitch
            label={t('reportType')}
            value={type}
            onChange={setType}
            options={mailedTypes.map((value) => ({ value, label: t(`reportTypes.${value}`) }))}
            fullWidth={isPhone}
          />
        </div>
        {isCustom ? (
          <PeriodPicker value={period} onChange={setPeriod} label={t('range')} max={today()} />
        ) : (
          <p className={styles.hint}>{t(`ranges.${type}`)}</p>
        )}
        <MultiPicker
          label={t('integration')}
          placeholder={t('allIntegrations')}
          single
          value={integrationId === null ? [] : [String(integrationId)]}
          onChange={([id]) => changeIntegration(id === undefined ? null : Number(id))}
          options={(integrations.data?.rows ?? []).map(({ id, name }) => ({
            value: String(id),
            label: name,
            art: <IntegrationChip name={name} number={id} size={16} />,
          }))}
        />
        <Recipients integrationId={integrationId} chosen={chosen} onChange={setChosen} />
        <div className={styles.foot}>
          <p className={styles.hint}>
            {needsPeople ? t('needsPeople') : chosen.length === 0 ? t('toMailingList') : null}
          </p>
          <Button type="submit" loading={send.isPending} disabled={needsPeople}>
            {t('sendReport')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface RecipientsProps {
  integrationId: number | null;
  chosen: readonly Recipient[];
  onChange: (chosen: Recipient[]) => void;
}

/** People by name, and addresses that are typed (SET-03). */
function Recipients({ integrationId, chosen, onChange }: RecipientsProps) {
  const { t } = useTranslation('settings');
  const users = useQuery(usersQuery(integrationId));
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const people = offered(users.data?.rows ?? []);
  const known = people.filter(hasEmail).map((user) => ({
    email: user.email ?? '',
    name: user.username,
    isAdministrator: isAdministrator(user),
  }));
  const others = chosen.filter((one) => !known.some(({ email }) => email === one.email));
  const add = () => {
    const email = typed.trim();
    if (!emailAddress.safeParse(email).success) {
      setProblem(t('recipientInvalid'));
      return;
    }
    onChange(withRecipient(chosen, { email, name: email, isAdministrator: false }));
    setTyped('');
    setProblem(null);
  };
  return (
    <>
      <MultiPicker
        label={t('recipients')}
        placeholder={t('recipientsPlaceholder')}
        chips={4}
        value={chosen.map(({ email }) => email)}
        onChange={(emails) => {
          const all = [...chosen, ...known];
          onChange(emails.flatMap((email) => all.find((one) => one.email === email) ?? []));
        }}
        options={[
          ...others.map(({ email, name }) => ({ value: email, label: name })),
          ...people.map((user) =>
            hasEmail(user)
              ? { value: user.email ?? '', label: user.username, note: user.email ?? '' }
              : { value: `user ${user.id}`, label: user.username, disabled: true, note: t('noEmail') },
          ),
        ]}
      />
      <div className={styles.adder}>
        <TextInput
          label={t('otherAddress')}
          placeholder={t('otherAddressPlaceholder')}
          type="email"
          autoComplete="off"
          value={typed}
          error={problem}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setProblem(null);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" type="button" onClick={add} disabled={typed.trim() === ''}>
          {t('addAddress')}
        </Button>
      </div>
    </>
  );
}
