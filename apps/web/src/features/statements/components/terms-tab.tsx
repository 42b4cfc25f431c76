import { type Party, party, type StoredTerms } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { termsQuery, useSaveRecipient } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { addMonths } from '../../../lib/days.ts';
import { formatNumber, PLACEHOLDER } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import type { StatementsSearch } from '../search.ts';
import { monthName, rateText, type StatementsText } from '../statement-texts.tsx';
import forms from './forms.module.css';
import { OfIntegration } from './of-integration.tsx';
import { PageGuard, Side } from './parts.tsx';
import { emailProblem, PartyFields } from './party-fields.tsx';
import styles from './statements.module.css';
import { TermsForm } from './terms-form.tsx';

interface TermsTabProps {
  search: StatementsSearch;
  onSearch: (search: StatementsSearch) => void;
}

/** By what an integration owes by contract, month by month, and how it is named on its statements. */
export function TermsTab({ search, onSearch }: TermsTabProps) {
  return (
    <OfIntegration
      chosen={search.integration}
      onChoose={(integration) => onSearch({ ...search, integration })}
    >
      {({ id, name }) => <TermsOf key={id} integrationId={id} name={name} />}
    </OfIntegration>
  );
}

interface TermsOfProps {
  integrationId: number;
  name: string;
}

function TermsOf({ integrationId, name }: TermsOfProps) {
  const { t, i18n } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const query = useQuery(termsQuery(integrationId));
  const [edited, setEdited] = useState<StoredTerms | 'new' | null>(null);
  const addButton = useRestoreFocus<HTMLButtonElement>(edited === 'new');
  const terms = query.data?.terms;
  const columns = useTermsColumns(terms);
  if (!query.data && !query.isError)
    return (
      <div className={forms.one} aria-hidden="true">
        <SkeletonLine height={300} my={0} radius={8} />
        <SkeletonLine height={180} my={0} radius={8} />
      </div>
    );
  return (
    <QueryView query={query}>
      <div className={forms.one}>
        <PendingChanges subject={`terms/${integrationId}`} />
        <Panel
          flush
          title={t('terms')}
          coverage={t('termsHelp')}
          hasLongCoverage
          actions={
            mayManage &&
            edited !== 'new' && (
              <Button
                ref={addButton}
                variant="default"
                leftSection={<IconPlus size={16} stroke={1.75} />}
                onClick={() => setEdited('new')}
              >
                {t('addTerms')}
              </Button>
            )
          }
        >
          <DataTable
            bare
            label={t('terms')}
            columns={columns}
            rows={terms ?? []}
            rowId={({ fromMonth }) => fromMonth}
            rowHeight={52}
            {...(mayManage
              ? {
                  onRowClick: setEdited,
                  rowLabel: ({ fromMonth }: StoredTerms) =>
                    t('openTerms', { month: monthName(fromMonth, i18n.language) }),
                }
              : {})}
            selectedId={edited === null || edited === 'new' ? null : edited.fromMonth}
            phoneRow={(row) => ({
              title: t('from', { month: monthName(row.fromMonth, i18n.language) }),
              sub: (
                <span>
                  {tierTexts(row, t).map((text) => (
                    <span key={text} className={styles.tierLine}>
                      {text}
                    </span>
                  ))}
                  {t('minimum')} <Amount value={row.minimum} /> · {t('vat', { rate: rateText(row.vatRate) })}{' '}
                  · {t('days', { count: row.paymentDays })}
                </span>
              ),
              value: row.isLocked ? <Locked /> : undefined,
              isTall: true,
            })}
            empty={
              <EmptyState compact title={t('noTermsYet')}>
                {t(mayManage ? 'noTermsYetText' : 'noTermsOwn')}
              </EmptyState>
            }
          />
        </Panel>
        {edited !== null && (
          <TermsForm
            // Others are other fields.
            key={edited === 'new' ? 'new' : edited.fromMonth}
            integrationId={integrationId}
            terms={edited === 'new' ? null : edited}
            latest={terms?.[0]}
            onClose={() => setEdited(null)}
          />
        )}
        {query.data &&
          (mayManage ? (
            <Recipient integrationId={integrationId} name={name} recipient={query.data.recipient} />
          ) : (
            <Panel label={t('recipient')}>
              <Side label={t('recipient')} party={query.data.recipient} fallback={name} />
            </Panel>
          ))}
      </div>
    </QueryView>
  );
}

function useTermsColumns(terms: readonly StoredTerms[] | undefined) {
  const { t, i18n } = useTranslation('statements');
  return useMemo<DataColumn<StoredTerms>[]>(() => {
    const last = (row: StoredTerms) => {
      const next = terms?.[terms.indexOf(row) - 1];
      return next === undefined ? undefined : addMonths(`${next.fromMonth}-01`, -1).slice(0, 7);
    };
    return [
      {
        id: 'from',
        header: t('validity'),
        width: 170,
        cell: (row) => {
          const until = last(row);
          return (
            <TwoLines
              second={
                until === undefined
                  ? t('untilChanged')
                  : t('until', { month: monthName(until, i18n.language) })
              }
            >
              {t('from', { month: monthName(row.fromMonth, i18n.language) })}
            </TwoLines>
          );
        },
      },
      {
        id: 'tiers',
        header: t('share'),
        cell: (row) => (
          <TwoLines second={row.note || null}>
            <Tiers terms={row} />
          </TwoLines>
        ),
      },
      {
        id: 'minimum',
        header: t('minimum'),
        align: 'right',
        cell: ({ minimum }) => <Amount value={minimum} />,
      },
      { id: 'vat', header: t('vatRate'), align: 'right', cell: ({ vatRate }) => rateText(vatRate) },
      {
        id: 'days',
        header: t('paymentDays'),
        align: 'right',
        cell: ({ paymentDays }) => t('days', { count: paymentDays }),
      },
      ...(terms?.some(({ isLocked }) => isLocked)
        ? [
            {
              id: 'locked',
              header: '',
              label: t('state'),
              width: 120,
              fit: true,
              cell: ({ isLocked }: StoredTerms) => isLocked && <Locked />,
            },
          ]
        : []),
    ];
  }, [t, i18n.language, terms]);
}

/** The base and its rates, one below the other: read out as one sentence. */
function Tiers({ terms }: { terms: StoredTerms }) {
  const { t } = useTranslation('statements');
  const rates = ratesOf(terms, t);
  return (
    <span className={styles.tiers}>
      <span className={styles.base}>{`${t(`bases.${terms.base}`)}: `}</span>
      <span>
        {rates.map((text, index) => (
          <span key={text} className={styles.tierLine}>
            {text}
            {index < rates.length - 1 && <span className="hub-visually-hidden">, </span>}
          </span>
        ))}
      </span>
    </span>
  );
}

function Locked() {
  const { t } = useTranslation('statements');
  return (
    <span className={styles.locked}>
      <IconLock size={14} stroke={1.75} aria-hidden="true" />
      {t('locked')}
    </span>
  );
}

/** `10% from 0 €`, `12% from 10.000 €`; of one rate, only that. */
function ratesOf({ tiers }: Pick<StoredTerms, 'tiers'>, t: StatementsText): string[] {
  return tiers.map(({ from, rate }) =>
    from === 0 && tiers.length === 1
      ? rateText(rate)
      : t('tierFrom', { rate: rateText(rate), amount: `${formatNumber(from)}\u00a0€` }),
  );
}

/** The same with the base before the first. */
function tierTexts(terms: Pick<StoredTerms, 'base' | 'tiers'>, t: StatementsText): string[] {
  const [first, ...others] = ratesOf(terms, t);
  return [`${t(`bases.${terms.base}`)}: ${first ?? ''}`, ...others];
}

interface RecipientFormProps {
  integrationId: number;
  name: string;
  recipient: Party;
}

/** How an integration is named on its statements; the fields are there once someone changes it. */
function Recipient(props: RecipientFormProps) {
  const { name, recipient } = props;
  const { t } = useTranslation('statements');
  const [isEditing, setEditing] = useState(false);
  const button = useRestoreFocus<HTMLButtonElement>(isEditing);
  if (isEditing) return <RecipientForm {...props} onClose={() => setEditing(false)} />;
  return (
    <Panel
      title={t('recipient')}
      coverage={t('recipientHelp')}
      hasLongCoverage
      actions={
        <Button ref={button} variant="default" onClick={() => setEditing(true)}>
          {t('editRecipient')}
        </Button>
      }
    >
      <dl className={forms.facts}>
        <Fact label={t('name')}>{recipient.name || name}</Fact>
        <Fact label={t('address')}>
          <span className={styles.lines}>{recipient.address || PLACEHOLDER}</span>
        </Fact>
        <Fact label={t('vatId')}>{recipient.vatId || PLACEHOLDER}</Fact>
        <Fact label={t('email')}>{recipient.email || PLACEHOLDER}</Fact>
      </dl>
    </Panel>
  );
}

function RecipientForm({
  integrationId,
  name,
  recipient,
  onClose,
}: RecipientFormProps & { onClose: () => void }) {
  const { t } = useTranslation('statements');
  const form = useSchemaForm<Party, Party>({
    initialValues: recipient,
    toBody: (values) => ({ ...values, email: values.email.trim() }),
    schema: party,
    rules: ({ email }) => emailProblem(email),
  });
  const save = useSaveRecipient(integrationId);
  const fields = useRef<HTMLDivElement>(null);
  // What has opened the form is gone.
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const submit = form.bind((body) =>
    save.mutate(body, {
      onSuccess: () => {
        form.resetDirty();
        toast('success', t('recipientSaved', { name }));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
    }),
  );
  return (
    <form {...submit}>
      <PageGuard mustAsk={form.isDirty} />
      <Panel title={t('recipient')} coverage={t('recipientHelp')} hasLongCoverage>
        <div className={forms.form} ref={fields}>
          <div className={forms.party}>
            <PartyFields inputProps={(field) => form.getInputProps(field)} />
          </div>
          <div className={forms.foot}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('saveRecipient')}
            </Button>
          </div>
        </div>
      </Panel>
    </form>
  );
}
