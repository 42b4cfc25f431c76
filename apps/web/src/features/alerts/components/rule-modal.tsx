import {
  type AlertKind,
  type AlertRuleConfig,
  type AlertRuleView,
  alertDirections,
  alertLevels,
  alertRuleConfig,
  alertWeeks,
  closeLimits,
  isComparing,
  longestAlertWindow,
  messageOf,
  metrics,
  metricsOfKind,
  plainRuleConfig,
} from '@ludus/contract';
import { Button, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { type RuleDraft, useRemoveRule, useSaveRule } from '../../../domain/alert/alerts.ts';
import { gamesQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { renderIssue, renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './alerts.module.css';
import { ruleTitle } from './rules-tab.tsx';

interface RuleModalProps {
  /** What is edited, `new` to add one, null for none. */
  rule: AlertRuleView | 'new' | null;
  onClose: () => void;
}

/** One dialog adds and edits; a default can be restored, any other deleted. */
export function RuleModal({ rule, onClose }: RuleModalProps) {
  const { t } = useTranslation('alerts');
  return (
    <Modal
      opened={rule !== null}
      onClose={onClose}
      title={rule === null || rule === 'new' ? t('newRule') : t('editRule', { name: ruleTitle(rule, t) })}
      size={640}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      {rule !== null && <RuleForm rule={rule === 'new' ? null : rule} onClose={onClose} />}
    </Modal>
  );
}

type Draft = { name: string; isEnabled: boolean } & AlertRuleConfig;

const newRule: Draft = {
  name: '',
  isEnabled: true,
  ...plainRuleConfig,
  metric: 'bet',
  percent: 50,
  absolute: 500,
  closeBelow: 25,
};

const numberFields = [
  'windowHours',
  'weeks',
  'volumeFloor',
  'percent',
  'absolute',
  'closeBelow',
  'openAfter',
  'closeAfter',
] as const;
type NumberField = (typeof numberFields)[number];

/** The thresholds that a kind has. */
function fieldsOf(kind: AlertKind): readonly NumberField[] {
  if (isComparing(kind)) return numberFields;
  const hysteresis = ['openAfter', 'closeAfter'] as const;
  switch (kind) {
    case 'fetch':
      return ['absolute', 'closeBelow', ...hysteresis];
    case 'quarantine':
      return ['windowHours', 'absolute', 'closeBelow', ...hysteresis];
    case 'open':
      return ['windowHours', 'volumeFloor', 'percent', 'absolute', 'closeBelow', ...hysteresis];
    default:
      return hysteresis;
  }
}

const limits: Partial<Record<NumberField, { min: number; max: number }>> = {
  windowHours: { min: 1, max: longestAlertWindow },
  weeks: { min: alertWeeks.least, max: alertWeeks.most },
  openAfter: { min: 1, max: 48 },
  closeAfter: { min: 1, max: 48 },
};

const toRule = ({ name, isEnabled, ...config }: Draft): RuleDraft => ({
  name: name.trim() === '' ? null : name.trim(),
  isEnabled,
  config,
});

function RuleForm({ rule, onClose }: { rule: AlertRuleView | null; onClose: () => void }) {
  const { t } = useTranslation('alerts');
  const kind = rule?.kind ?? 'metric';
  const hasName = rule === null || !rule.isDefault;
  const form = useSchemaForm<Draft, RuleDraft>({
    initialValues:
      rule === null ? newRule : { name: rule.name ?? '', isEnabled: rule.isEnabled, ...rule.config },
    toBody: toRule,
    rules: (values) => ({
      ...(hasName && values.name.trim() === '' ? { name: t('nameNeeded') } : {}),
      ...closeIssue(kind, values),
      ...issuesOf(values),
      ...missingNumbers(kind, values, t('numberNeeded')),
    }),
  });
  const { values, errors, setValues } = form;
  const save = useSaveRule();
  const submit = form.bind((body) =>
    save.mutate(
      { key: rule?.key ?? null, rule: body },
      {
        onSuccess: () => {
          toast('success', t('saved'));
          onClose();
        },
        onError: (error) => toast('error', error.message, { error }),
      },
    ),
  );
  return (
    <form {...submit} className={styles.form}>
      {hasName && (
        <TextInput label={t('name')} maxLength={80} data-autofocus {...form.getInputProps('name')} />
      )}
      <Switch
        label={t('isEnabled')}
        checked={values.isEnabled}
        onChange={(event) => setValues({ isEnabled: event.currentTarget.checked })}
      />
      {isComparing(kind) && <Compared kind={kind} values={values} onChange={setValues} />}
      <ScopeFields kind={kind} values={values} onChange={setValues} />
      <div className={styles.fields}>
        {fieldsOf(kind).map((field) => (
          <NumberInput
            key={field}
            label={t(labelOf(field, kind, values))}
            description={helpOf(t, field, kind)}
            value={Number.isNaN(values[field]) ? '' : values[field]}
            min={limits[field]?.min ?? 0}
            max={limits[field]?.max ?? 1_000_000}
            step={field === 'windowHours' && values.level === 'game' ? 24 : 1}
            allowNegative={false}
            error={errors[field]}
            onChange={(value) => setValues({ [field]: value === '' ? Number.NaN : Number(value) })}
          />
        ))}
      </div>
      <TextInput
        label={t('ruleWebhook')}
        description={t('ruleWebhookHelp')}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={values.webhookUrl ?? ''}
        error={errors.webhookUrl}
        onChange={(event) => setValues({ webhookUrl: event.currentTarget.value.trim() || null })}
      />
      <div className={styles.foot}>
        {rule !== null && (!rule.isDefault || rule.isChanged) && (
          <RemoveRule rule={rule} onRemoved={onClose} />
        )}
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function issuesOf(values: Draft): Partial<Record<keyof Draft, string>> {
  const { name: _name, isEnabled: _isEnabled, ...config } = values;
  const found = alertRuleConfig.safeParse(config).error?.issues ?? [];
  return Object.fromEntries(
    found.flatMap((issue) => {
      const field = issue.path[0];
      return typeof field === 'string' ? [[field, renderIssue(issue)]] : [];
    }),
  );
}

function missingNumbers(kind: AlertKind, values: Draft, text: string): Partial<Record<NumberField, string>> {
  return Object.fromEntries(
    fieldsOf(kind)
      .filter((field) => Number.isNaN(values[field]))
      .map((field) => [field, text]),
  );
}

/** Nothing while a number is missing, which is said first. */
function closeIssue(kind: AlertKind, values: Draft): { closeBelow?: string } {
  const limits = closeLimits(kind, values);
  if (!limits?.isBeyond) return {};
  const { startsAt } = limits;
  return { closeBelow: renderMessage(messageOf('fields.closesBeyondStart', { startsAt })) };
}

function labelOf(field: NumberField, kind: AlertKind, { metric }: Draft) {
  if (field === 'absolute') {
    if (kind === 'fetch') return 'absoluteMinutes';
    if (kind === 'quarantine') return 'absoluteRows';
    if (kind === 'open') return 'absoluteSessions';
    return kind === 'wins' || metrics[metric].unit === 'euro' ? 'absoluteEuro' : 'absolute';
  }
  if (field === 'closeBelow') {
    if (kind === 'fetch') return 'closeBelowMinutes';
    return kind === 'quarantine' ? 'closeBelowRows' : 'closeBelow';
  }
  return field === 'percent' && kind === 'open' ? 'percentOpen' : field;
}

/** What the numbers do that their names do not say. */
function helpOf(t: ReturnType<typeof useTranslation<'alerts'>>['t'], field: NumberField, kind: AlertKind) {
  if (field === 'volumeFloor') return t('volumeFloorHelp');
  if (field === 'closeBelow' || field === 'openAfter' || field === 'closeAfter')
    return t(`fieldHelp.${field}`);
  return field === 'absolute' && (kind === 'metric' || kind === 'wins') ? t('fieldHelp.absolute') : undefined;
}

interface DraftPart {
  kind: AlertKind;
  values: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** What is compared, and on which side it alerts; fixed for the kinds that are about one side. */
function Compared({ kind, values, onChange }: DraftPart) {
  const { t } = useTranslation('alerts');
  const choices = metricsOfKind[kind];
  return (
    <div className={styles.fields}>
      {choices.length > 1 && (
        <Select
          label={t('metric')}
          allowDeselect={false}
          value={values.metric}
          data={choices.map((metric) => ({ value: metric, label: t(`metrics.${metric}`) }))}
          onChange={(value) => {
            const metric = choices.find((one) => one === value);
            if (metric) onChange({ metric });
          }}
        />
      )}
      {kind === 'metric' && (
        <div>
          <div className="hub-label" style={{ marginBottom: 6 }}>
            {t('direction')}
          </div>
          <SegmentedSwitch
            label={t('direction')}
            value={values.direction}
            onChange={(direction) => onChange({ direction })}
            options={alertDirections.map((value) => ({ value, label: t(`directions.${value}`) }))}
          />
        </div>
      )}
    </div>
  );
}

/** The level of a rule of one's own, and which integrations, operators or games it is about. */
function ScopeFields({ kind, values, onChange }: DraftPart) {
  const { t } = useTranslation('alerts');
  const { level } = values;
  const integrations = useQuery(integrationsQuery('operators')).data?.rows ?? [];
  const games = useQuery({ ...gamesQuery(), enabled: level === 'game' }).data?.rows ?? [];
  const isOwn = kind === 'metric';
  const chosen = new Set(values.integrationIds);
  const operators = integrations
    .filter(({ id }) => chosen.size === 0 || chosen.has(id))
    .flatMap(({ operators: own = [] }) => own.flatMap((one) => one ?? []));
  const asNumbers = (ids: readonly string[]) => ids.map(Number);
  return (
    <>
      {isOwn && (
        <Select
          label={t('level')}
          allowDeselect={false}
          value={level}
          data={alertLevels.map((one) => ({ value: one, label: t(`scopes.${one}`) }))}
          onChange={(value) => {
            const next = alertLevels.find((one) => one === value);
            if (next === undefined) return;
            onChange({
              level: next,
              operatorIds: [],
              gameIds: [],
              ...(next === 'game' ? { windowHours: 24 } : {}),
            });
          }}
        />
      )}
      <MultiPicker
        label={t('integrations')}
        placeholder={t('all')}
        value={values.integrationIds.map(String)}
        onChange={(ids) => onChange({ integrationIds: asNumbers(ids) })}
        options={integrations.map(({ id, name }) => ({
          value: String(id),
          label: name,
          art: <IntegrationChip name={name} number={id} size={16} />,
        }))}
      />
      {level === 'operator' && (
        <MultiPicker
          label={t('operators')}
          placeholder={t('all')}
          value={values.operatorIds.map(String)}
          onChange={(ids) => onChange({ operatorIds: asNumbers(ids) })}
          options={operators.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {level === 'game' && (
        <MultiPicker
          label={t('games')}
          placeholder={t('all')}
          value={values.gameIds.map(String)}
          onChange={(ids) => onChange({ gameIds: asNumbers(ids) })}
          options={games.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
    </>
  );
}

function RemoveRule({ rule, onRemoved }: { rule: AlertRuleView; onRemoved: () => void }) {
  const { t } = useTranslation('alerts');
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveRule();
  const verb = rule.isDefault ? 'restore' : 'delete';
  return (
    <>
      <Button
        className={styles.remove}
        variant="default"
        data-danger={!rule.isDefault || undefined}
        onClick={() => setAsking(true)}
      >
        {t(verb)}
      </Button>
      <ConfirmModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t(`${verb}Title`)}
        confirmLabel={t(verb)}
        danger={!rule.isDefault}
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(rule.key, {
            onSuccess: () => {
              toast('success', t(rule.isDefault ? 'restored' : 'deleted'));
              onRemoved();
            },
            onError: (error) => {
              setAsking(false);
              toast('error', error.message, { error });
            },
          })
        }
      >
        {t(`${verb}Text`)}
      </ConfirmModal>
    </>
  );
}
