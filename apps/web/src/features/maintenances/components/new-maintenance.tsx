import { maintenanceNoticeDays, maxMaintenanceDescription } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SegmentedSwitch } from '../../../components/segmented-switch.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { addDays, today } from '../../../lib/days.ts';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { reachableQuery } from '../api/maintenances.ts';
import type { DraftForm } from '../use-draft.ts';
import styles from './new-maintenance.module.css';

const severities = ['1', '2', '3', '4'] as const;

/** MAINT-01: what a maintenance needs to be announced. */
export function NewMaintenance({ form }: { form: DraftForm }) {
  const { t, i18n } = useTranslation('maintenances');
  const common = useTranslation('common');
  const { draft, problems, change, submit, isSending } = form;
  // MAINT-02; by the calendar of Rome, wherever the viewer is.
  const earliest = addDays(today(), maintenanceNoticeDays);
  return (
    <Panel title={t('newTitle')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit();
        }}
      >
        <div>
          <Textarea
            label={t('description')}
            rows={4}
            resize="vertical"
            value={draft.description}
            error={problems.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <Counter text={draft.description} />
        </div>
        <Group label={t('date')} hint={t('dateHint', { day: formatDay(earliest) })} problem={problems.date}>
          <DatePicker
            className={styles.calendar}
            classNames={{ day: styles.day }}
            fullWidth
            value={draft.date}
            onChange={(date) => change({ date })}
            minDate={earliest}
            defaultDate={draft.date ?? earliest}
            locale={i18n.language}
            firstDayOfWeek={1}
            ariaLabels={{
              previousMonth: common.t('calendar.previousMonth'),
              nextMonth: common.t('calendar.nextMonth'),
              previousYear: common.t('calendar.previousYear'),
              nextYear: common.t('calendar.nextYear'),
              previousDecade: common.t('calendar.previousDecade'),
              nextDecade: common.t('calendar.nextDecade'),
            }}
          />
        </Group>
        <Group
          label={t('severityLabel')}
          hint={draft.severity === '4' ? t('criticalHint') : undefined}
          problem={problems.severity}
        >
          <SegmentedSwitch
            label={t('severityLabel')}
            value={draft.severity}
            onChange={(severity) => change({ severity })}
            options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
            fullWidth
          />
        </Group>
        <Reach
          value={draft.integrations}
          onChange={(integrations) => change({ integrations })}
          problem={problems.integrations}
        />
        <div className={styles.foot}>
          <Button type="submit" loading={isSending}>
            {t('submit')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** How much of the description's room is used; counted as the server does, without outer spaces. */
function Counter({ text }: { text: string }) {
  const { t } = useTranslation('maintenances');
  const { length } = text.trim();
  return (
    <div
      className={`hub-caption ${styles.counter}`}
      data-over={length > maxMaintenanceDescription || undefined}
    >
      {t('counter', { count: length, most: formatCount(maxMaintenanceDescription) })}
    </div>
  );
}

interface GroupProps {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  children: ReactNode;
}

/** A control of several parts under one name, with its remark and what is wrong with it. */
function Group({ label, hint, problem, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.group}
      aria-describedby={`${id}-hint ${id}-problem`}
      aria-invalid={problem ? true : undefined}
    >
      <legend className="hub-label">{label}</legend>
      {children}
      <div className={styles.hint} id={`${id}-hint`}>
        {hint}
      </div>
      <div className={styles.problem} id={`${id}-problem`} aria-live="polite">
        {problem}
      </div>
    </fieldset>
  );
}

interface ReachProps {
  value: string[];
  onChange: (value: string[]) => void;
  problem: string | undefined;
}

/** MAINT-04: whom to tell; integrations without users stand in the list and say why they cannot be chosen. */
function Reach({ value, onChange, problem }: ReachProps) {
  const { t } = useTranslation('maintenances');
  const common = useTranslation('common');
  const { data, isError, isFetching, refetch } = useQuery(reachableQuery());
  if (isError && !data) {
    return (
      <ErrorState
        compact
        text={t('integrationsFailed')}
        onReload={() => void refetch()}
        reloading={isFetching}
      />
    );
  }
  const options = (data?.rows ?? []).map((integration) => {
    const canBeTold = (integration.users?.length ?? 0) > 0;
    return {
      value: String(integration.id),
      label: integration.name,
      art: <IntegrationChip name={integration.name} number={integration.id} size={16} />,
      ...(canBeTold ? {} : { disabled: true, note: t('noUsers') }),
    };
  });
  const reachable = options.filter((option) => !option.disabled).map((option) => option.value);
  const hasAll = reachable.length > 0 && reachable.every((id) => value.includes(id));
  return (
    <div>
      <MultiPicker
        label={t('integrationsToNotify')}
        placeholder={t('chooseIntegrations')}
        options={options}
        value={value}
        onChange={onChange}
        error={problem}
      />
      <div className={styles.reach}>
        <span className={styles.hint}>{reachable.length < options.length ? t('reachHint') : null}</span>
        <Button
          variant="subtle"
          size="xs"
          disabled={reachable.length === 0}
          onClick={() => onChange(hasAll ? [] : reachable)}
        >
          {hasAll ? t('selectNone') : common.t('selectAll')}
        </Button>
      </div>
    </div>
  );
}
