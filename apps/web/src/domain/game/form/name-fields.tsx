import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import type { GameForm } from './use-game-form.ts';

/** Name and sub name, without the slug, whose place differs. */
export function NameFields({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  const { values, set, errors } = form;
  return (
    <>
      <TextInput
        label={t('field.name')}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        error={errors.name}
        autoComplete="off"
      />
      <TextInput
        label={<OptionalLabel label={t('field.sub_name')} />}
        aria-label={t('field.sub_name')}
        value={values.sub_name}
        onChange={(event) => set({ sub_name: event.currentTarget.value })}
        error={errors.sub_name}
        autoComplete="off"
      />
    </>
  );
}

export function SlugField({ form }: { form: GameForm }) {
  const { t } = useTranslation('gameForm');
  return (
    <TextInput
      label={t('field.slug')}
      value={form.values.slug}
      onChange={(event) => form.set({ slug: event.currentTarget.value })}
      error={form.errors.slug}
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="none"
    />
  );
}
