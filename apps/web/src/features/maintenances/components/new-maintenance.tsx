import {
  type MaintenanceKind,
  maintenanceKinds,
  maintenanceNoticeDays,
  maxMaintenanceDescription,
  type Service,
  services,
} from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { DayInput } from '../../../components/form/day-input.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { TimeInput } from '../../../components/form/time-input.tsx';
import { useCalendarLabels } from '../../../components/form/use-calendar-labels.ts';
import { gamesQuery } from '../../../domain/game/games.ts';
import { reachableQuery } from '../../../domain/integration/maintenances.ts';
import { addDays, type Day, today } from '../../../lib/days.ts';
import { timeInRome } from '../../../lib/rome-clock.ts';
import type { Draft, DraftForm } from '../use-draft.ts';
import styles from './new-maintenance.module.css';

const severities = ['1', '2', '3', '4'] as const;

/** What a maintenance needs to be announced. */
export function NewMaintenance({ form }: { form: DraftForm }) {
  const { t, i18n } = useTranslation('maintenances');
  const { values: draft, errors, announce, isSending } = form;
  // By the calendar of Rome, wherever the viewer is.
  const isEmergency = draft.kind === 'emergency';
  const earliest = isEmergency ? today() : addDays(today(), maintenanceNoticeDays);
  const setKind = (kind: MaintenanceKind) => form.setStart({ kind, ...startOf(kind, draft) });
  const calendar = useRef<HTMLDivElement>(null);
  const makeEmergency = () => {
    flushSync(() => setKind('emergency'));
    // The button is gone with the rule that it got around.
    calendar.current?.querySelector<HTMLElement>('[data-selected]')?.focus();
  };
  return (
    <form {...announce} className={styles.form}>
      <Group label={t('kind')} hint={t(`kindHints.${draft.kind}`, { count: maintenanceNoticeDays })}>
        <SegmentedSwitch
          label={t('kind')}
          value={draft.kind}
          onChange={setKind}
          options={maintenanceKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          fullWidth
        />
      </Group>
      <div>
        <Textarea
          label={t('description')}
          rows={4}
          resize="vertical"
          {...form.getInputProps('description')}
        />
        <div className={styles.beneath}>
          <span className={styles.hint}>{t('descriptionHint')}</span>
          <Counter text={draft.description} />
        </div>
      </div>
      <Group
        className={styles.when}
        label={t('date')}
        hint={<DateHint earliest={earliest} onEmergency={isEmergency ? undefined : makeEmergency} />}
        problem={errors.date}
        remarksFirst
      >
        <DatePicker
          // Of another kind it begins with another month.
          key={draft.kind}
          ref={calendar}
          className={styles.calendar}
          classNames={{ day: styles.day }}
          fullWidth
          value={draft.date}
          onChange={(date) => form.setStart({ date })}
          minDate={earliest}
          defaultDate={draft.date ?? earliest}
          locale={i18n.language}
          firstDayOfWeek={1}
          ariaLabels={useCalendarLabels()}
        />
        <div className={styles.times}>
          <TimeInput
            label={t('time')}
            optional
            {...form.getInputProps('time')}
            onChange={(time) => form.setStart({ time })}
          />
          <DayInput
            label={t('endDay')}
            optional
            value={draft.endDay}
            onChange={(day) => form.setFieldValue('endDay', day)}
          />
          <TimeInput label={t('endTime')} optional {...form.getInputProps('endTime')} />
        </div>
        <div className={styles.hint}>{t('timesHint')}</div>
      </Group>
      <Group
        label={t('severityLabel')}
        hint={draft.severity === '4' ? t('criticalHint') : undefined}
        problem={errors.severity}
      >
        <SegmentedSwitch
          label={t('severityLabel')}
          value={draft.severity}
          onChange={(severity) => form.setFieldValue('severity', severity)}
          options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
          fullWidth
        />
      </Group>
      <Touched form={form} />
      <Reach
        value={draft.integrations}
        onChange={(integrations) => form.setFieldValue('integrations', integrations)}
        problem={errors.integrations}
      />
      <div className={styles.foot}>
        {draft.integrations.length > 0 && (
          <span className={styles.hint}>{t('willNotify', { count: draft.integrations.length })}</span>
        )}
        <Button type="submit" loading={isSending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

/** When a maintenance begins once it is of this kind: an emergency now unless someone says otherwise. */
function startOf(kind: MaintenanceKind, { date, time }: Draft): Pick<Draft, 'date' | 'time'> {
  if (kind === 'emergency') return { date: today(), time: timeInRome(new Date()) };
  // A day within the notice is none for a planned one.
  const isFarEnough = date !== null && date >= addDays(today(), maintenanceNoticeDays);
  return isFarEnough ? { date, time } : { date: null, time: '' };
}

interface DateHintProps {
  earliest: Day;
  /** What makes an earlier day possible; none where there is no notice to keep. */
  onEmergency: (() => void) | undefined;
}

/** From which day on, why not sooner, and what to do about it: read before a day is chosen. */
function DateHint({ earliest, onEmergency }: DateHintProps) {
  const { t } = useTranslation('maintenances');
  return (
    <>
      <div>{t('dateHint', { day: earliest })}</div>
      {onEmergency && (
        <div className={styles.sooner}>
          <span>{t('tooSoon', { count: maintenanceNoticeDays })}</span>
          <Button variant="default" size="xs" onClick={onEmergency}>
            {t('makeEmergency')}
          </Button>
        </div>
      )}
    </>
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
      {t('counter', { count: length, most: maxMaintenanceDescription })}
    </div>
  );
}

interface GroupProps {
  className?: string | undefined;
  label: string;
  hint?: ReactNode;
  problem?: ReactNode;
  /** Both stand above a control that is too high for them to be seen below it. */
  remarksFirst?: boolean;
  children: ReactNode;
}

/** A control of several parts under one name, with its remark and what is wrong with it. */
function Group({ className, label, hint, problem, remarksFirst = false, children }: GroupProps) {
  const id = useId();
  const remarks = (
    <div className={remarksFirst ? styles.first : undefined}>
      <div className={styles.hint} id={`${id}-hint`}>
        {hint}
      </div>
      <div className={styles.problem} id={`${id}-problem`} aria-live="polite">
        {problem}
      </div>
    </div>
  );
  return (
    <fieldset
      className={className ? `${styles.group} ${className}` : styles.group}
      aria-describedby={`${id}-hint ${id}-problem`}
      aria-invalid={problem ? true : undefined}
    >
      <legend className="hub-label">{label}</legend>
      {remarksFirst && remarks}
      {children}
      {!remarksFirst && remarks}
    </fieldset>
  );
}

/** What the work touches; nothing chosen is everything. */
function Touched({ form }: { form: DraftForm }) {
  const { t } = useTranslation('maintenances');
  const common = useTranslation('common');
  const games = useQuery(gamesQuery());
  return (
    <>
      <div>
        <MultiPicker
          label={t('touchedServices')}
          hint={common.t('optionalMany')}
          placeholder={t('all')}
          options={services.map((value) => ({ value, label: t(`services.${value}`) }))}
          value={form.values.services}
          onChange={(chosen) => form.setFieldValue('services', chosen as Service[])}
        />
        {form.values.services.length === 0 && <div className={styles.hint}>{t('allTouched')}</div>}
      </div>
      <MultiPicker
        label={t('touchedGames')}
        hint={common.t('optionalMany')}
        placeholder={t('all')}
        options={(games.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={form.values.games}
        onChange={(chosen) => form.setFieldValue('games', chosen)}
        error={games.isError ? t('gamesFailed') : form.errors.games}
      />
    </>
  );
}

interface ReachProps {
  value: string[];
  onChange: (value: string[]) => void;
  problem: ReactNode;
}

/** Whom to notify. Integrations without users are listed with the reason why they cannot be selected. */
function Reach({ value, onChange, problem }: ReachProps) {
  const { t } = useTranslation('maintenances');
  const common = useTranslation('common');
  const integrations = useQuery(reachableQuery());
  const options = (integrations.data?.rows ?? []).map((integration) => {
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
    <QueryView query={integrations} text={t('integrationsFailed')} compact>
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
    </QueryView>
  );
}
