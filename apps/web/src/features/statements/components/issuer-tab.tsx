import { type StatementSettings, statementSettings } from '@ludus/contract';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ActionBar } from '../../../components/layout/action-bar.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { statementSettingsQuery, useSaveStatementSettings } from '../../../domain/statement/statements.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { ibanText } from '../statement-texts.tsx';
import forms from './forms.module.css';
import { PageGuard, Side } from './parts.tsx';
import { emailProblem, PartyFields } from './party-fields.tsx';
import styles from './statements.module.css';

/** What the provider prints on every statement, and how they are numbered. */
export function IssuerTab() {
  const query = useQuery(statementSettingsQuery());
  return (
    <QueryView query={query}>
      {query.data ? (
        // What someone else has saved is taken up, unless something is typed: the form keeps its first values.
        <IssuerForm settings={query.data} />
      ) : (
        <div className={forms.settings} aria-hidden="true">
          <SkeletonLine height={420} my={0} radius={8} />
          <SkeletonLine height={120} my={0} radius={8} />
        </div>
      )}
    </QueryView>
  );
}

interface Draft {
  name: string;
  address: string;
  vatId: string;
  email: string;
  iban: string;
  bic: string;
  bank: string;
  numberPrefix: string;
  en: string;
  it: string;
}

const draftOf = ({ issuer, numberPrefix, footer }: StatementSettings): Draft => ({
  ...issuer,
  iban: ibanText(issuer.iban),
  numberPrefix,
  ...footer,
});

const settingsOf = ({ numberPrefix, en, it, ...issuer }: Draft): StatementSettings => ({
  issuer: { ...issuer, email: issuer.email.trim(), iban: issuer.iban.replaceAll(/\s/g, '') },
  numberPrefix,
  footer: { en, it },
});

function IssuerForm({ settings }: { settings: StatementSettings }) {
  const { t } = useTranslation('statements');
  const year = useToday().slice(0, 4);
  const form = useSchemaForm<Draft, StatementSettings>({
    initialValues: draftOf(settings),
    toBody: settingsOf,
    schema: statementSettings,
    rules: ({ name, email, numberPrefix }) => ({
      ...(name.trim() === '' ? { name: t('nameNeeded') } : {}),
      ...emailProblem(email),
      ...(/^[A-Za-z0-9/-]*$/.test(numberPrefix.trim()) ? {} : { numberPrefix: t('prefixProblem') }),
    }),
  });
  const save = useSaveStatementSettings();
  const submit = form.bind((body) =>
    save.mutate(body, {
      onSuccess: () => {
        form.resetDirty();
        toast('success', t('issuerSaved'));
      },
      onError: (error) => {
        if (!form.refuse(error)) toast('error', error.message, { error });
      },
    }),
  );
  const number = `${form.values.numberPrefix.trim()}${year}-0001`;
  return (
    <form {...submit} className={forms.page}>
      <PageGuard mustAsk={form.isDirty} />
      <div className={forms.beside}>
        <div className={forms.settings}>
          <Panel title={t('issuer')}>
            <div className={forms.form}>
              <PartyFields isNameRequired inputProps={(field) => form.getInputProps(field)} />
              <div className={forms.fields}>
                <TextInput
                  label={<OptionalLabel label="IBAN" />}
                  aria-label="IBAN"
                  maxLength={40}
                  autoComplete="off"
                  spellCheck={false}
                  {...form.getInputProps('iban')}
                  onBlur={() => form.setFieldValue('iban', ibanText(form.values.iban))}
                />
                <TextInput
                  label={<OptionalLabel label="BIC" />}
                  aria-label="BIC"
                  maxLength={15}
                  autoComplete="off"
                  spellCheck={false}
                  {...form.getInputProps('bic')}
                />
              </div>
              <TextInput
                label={<OptionalLabel label={t('bank')} />}
                aria-label={t('bank')}
                maxLength={120}
                autoComplete="off"
                {...form.getInputProps('bank')}
              />
            </div>
          </Panel>
          <Panel title={t('numbers')}>
            <TextInput
              className={forms.short}
              label={<OptionalLabel label={t('prefix')} />}
              aria-label={t('prefix')}
              description={t('prefixHelp', { number })}
              maxLength={12}
              autoComplete="off"
              spellCheck={false}
              {...form.getInputProps('numberPrefix')}
            />
          </Panel>
          <Panel title={t('footer')}>
            <div className={forms.form}>
              <p className={styles.help}>{t('footerHelp')}</p>
              {(['en', 'it'] as const).map((language) => (
                <Textarea
                  key={language}
                  label={<OptionalLabel label={t(`languages.${language}`)} />}
                  aria-label={t('footerIn', { language: t(`languages.${language}`) })}
                  rows={2}
                  maxLength={500}
                  {...form.getInputProps(language)}
                />
              ))}
            </div>
          </Panel>
        </div>
        <HeadPreview draft={form.values} number={number} />
      </div>
      <ActionBar label={t('issuerBar')} status={t(form.isDirty() ? 'unsaved' : 'issuerHelp')}>
        <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
          {t('save')}
        </Button>
      </ActionBar>
    </form>
  );
}

interface HeadPreviewProps {
  draft: Draft;
  /** The first one of the year. */
  number: string;
}

/** How the issuer is printed on a statement, as it is typed; where there is room for it. */
function HeadPreview({ draft, number }: HeadPreviewProps) {
  const { t, i18n } = useTranslation('statements');
  const { iban, bic, bank } = draft;
  const footer = i18n.language === 'it' ? draft.it : draft.en;
  return (
    <div className={forms.preview}>
      <Panel title={t('headPreview')}>
        <div className={forms.sheet}>
          <p className={forms.sheetNumber}>{number}</p>
          <Side label={t('issuer')} party={draft}>
            {iban.trim() !== '' && <span>{t('iban', { iban: ibanText(iban) })}</span>}
            {bic.trim() !== '' && <span>BIC {bic}</span>}
            {bank.trim() !== '' && <span>{bank}</span>}
          </Side>
          {footer.trim() !== '' && <p className={forms.previewFooter}>{footer}</p>}
        </div>
      </Panel>
    </div>
  );
}
