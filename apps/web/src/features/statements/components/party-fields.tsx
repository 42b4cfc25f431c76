import { emailAddress, type Party } from '@ludus/contract';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { renderIssue } from '../../../lib/messages.ts';
import forms from './forms.module.css';

export const emptyParty: Party = { name: '', address: '', vatId: '', email: '' };

/** What is wrong with an address that may also be left out. */
export function emailProblem(email: string): { email?: string } {
  const issue = email.trim() === '' ? undefined : emailAddress.safeParse(email.trim()).error?.issues[0];
  return issue === undefined ? {} : { email: renderIssue(issue) };
}

interface PartyFieldsProps {
  inputProps: (field: keyof Party) => object;
  /** Everything else may stay empty. */
  isNameRequired?: boolean;
}

/** Name and address of one side, as they are printed. */
export function PartyFields({ inputProps, isNameRequired }: PartyFieldsProps) {
  const { t } = useTranslation('statements');
  return (
    <>
      <TextInput
        label={isNameRequired ? t('name') : <OptionalLabel label={t('name')} />}
        aria-label={t('name')}
        maxLength={200}
        autoComplete="off"
        {...inputProps('name')}
      />
      <Textarea
        label={<OptionalLabel label={t('address')} />}
        aria-label={t('address')}
        rows={3}
        maxLength={500}
        {...inputProps('address')}
      />
      <div className={forms.fields}>
        <TextInput
          label={<OptionalLabel label={t('vatId')} />}
          aria-label={t('vatId')}
          maxLength={40}
          autoComplete="off"
          {...inputProps('vatId')}
        />
        <TextInput
          label={<OptionalLabel label={t('email')} />}
          aria-label={t('email')}
          maxLength={254}
          inputMode="email"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          {...inputProps('email')}
        />
      </div>
    </>
  );
}
