import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { type MailedType, mailedTypes, useSendReport } from '../../../domain/job/reports.ts';
import { usersQuery } from '../../../domain/user/people.ts';
import { pastedText, readAddresses, refusalOf } from '../../../lib/addresses.ts';
import { presetPeriod, today } from '../../../lib/days.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { hasEmail, isAdministrator, offered, type Recipient, withTyped } from '../recipients.ts';
import styles from './settings.module.css';

const restMs = 1000;

/** Sends a report by mail, to the people chosen or to the mailing list. */
export function ReportGenerator() {
  const { t } = useTranslation('settings');
  const isPhone = useIsPhone();
  const [type, setType] = useState<MailedType>('daily');
  const [period, setPeriod] = useState(() => presetPeriod('lastMonth', today()));
  const [integrationId, setIntegrationId] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Recipient[]>([]);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isResting, setResting] = useState(false);
  const integrations = useQuery(integrationsQuery());
  const send = useSendReport();
  const addressRef = useRestoreFocus<HTMLInputElement>(send.isPending);
  const isCustom = type === 'custom';
  const hasNobody = chosen.length === 0 && typed.trim() === '';
  const needsPeople = isCustom && hasNobody;

  const changeIntegration = (id: number | null) => {
    setIntegrationId(id);
    setChosen(chosen.filter((one) => one.isAdministrator));
  };
  const changeTyped = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  /** Everyone chosen with those that are typed, or null where something typed is no address. */
  const add = (text = typed): Recipient[] | null => {
    const read = readAddresses(text);
    if (read.wrong.length > 0) {
      setTyped(text);
      setProblem(refusalOf(t('recipientInvalid'), read));
      addressRef.current?.focus();
      return null;
    }
    const everyone = withTyped(chosen, read.addresses);
    setChosen(everyone);
    changeTyped('');
    return everyone;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (needsPeople) return;
    // What is still typed counts: the report must not go to the whole mailing list in its place.
    const recipients = add();
    if (recipients === null) return;
    const range = isCustom ? { dateStart: period.from, dateEnd: period.to } : {};
    const to = recipients.length === 0 ? null : recipients.map(({ email }) => email);
    send.mutate(
      { type, body: { ...range, to, integrationId } },
      {
        onSuccess: () => {
          toast('success', t('reportRequested'));
          setChosen([]);
          setResting(true);
        },
      },
    );
  };
  // With the people cleared, the second click of a slow double click would write to the whole mailing list.
  useEffect(() => {
    if (!isResting) return;
    const timer = setTimeout(() => setResting(false), restMs);
    return () => clearTimeout(timer);
  }, [isResting]);
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
        <div className={styles.choice}>
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
        </div>
        <Recipients
          integrationId={integrationId}
          placeholder={t(isCustom ? 'choosePeople' : 'recipientsPlaceholder')}
          isChoice={!isCustom}
          chosen={chosen}
          onChange={setChosen}
        />
        <div className={styles.adder}>
          <TextInput
            ref={addressRef}
            label={t('otherAddress')}
            placeholder={t('otherAddressPlaceholder')}
            inputMode="email"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={problem}
            onChange={(event) => changeTyped(event.currentTarget.value)}
            onPaste={(event) => {
              const text = pastedText(typed, event.clipboardData);
              if (text === null) return;
              event.preventDefault();
              add(text);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button variant="default" type="button" onClick={() => add()} disabled={typed.trim() === ''}>
            {t('addAddress')}
          </Button>
        </div>
        <div className={styles.foot}>
          <p className={styles.hint}>{needsPeople ? t('needsPeople') : null}</p>
          <Button type="submit" loading={send.isPending} disabled={needsPeople || isResting}>
            {t('sendReport')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

interface RecipientsProps {
  integrationId: number | null;
  placeholder: string;
  /** Whether an empty field stands for what its placeholder names. */
  isChoice: boolean;
  chosen: readonly Recipient[];
  onChange: (chosen: Recipient[]) => void;
}

/** People by name, and the addresses that were typed. */
function Recipients({ integrationId, placeholder, isChoice, chosen, onChange }: RecipientsProps) {
  const { t } = useTranslation('settings');
  const users = useQuery(usersQuery(integrationId));
  const people = offered(users.data?.rows ?? []);
  const known = people.filter(hasEmail).map((user) => ({
    email: user.email ?? '',
    name: user.username,
    isAdministrator: isAdministrator(user),
  }));
  const others = chosen.filter((one) => !known.some(({ email }) => email === one.email));
  return (
    <div className={isChoice ? styles.choice : undefined}>
      <MultiPicker
        label={t('recipients')}
        placeholder={placeholder}
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
    </div>
  );
}
