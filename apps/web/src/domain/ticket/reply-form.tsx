import { type ReplyInput, replyInput, replyPlaceholders, type SavedReply } from '@ludus/contract';
import { Button, Switch, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { toast } from '../../lib/toast.tsx';
import styles from './saved-replies.module.css';
import { useSaveReply } from './saved-replies.ts';

interface ReplyFormProps {
  /** Null for a new one. */
  reply: SavedReply | null;
  onDone: () => void;
}

/** Title and texts of a saved reply, and whether the team has it too. */
export function ReplyForm({ reply, onDone }: ReplyFormProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const form = useSchemaForm<ReplyInput>({
    initialValues: {
      title: reply?.title ?? '',
      textEn: reply?.textEn ?? '',
      textIt: reply?.textIt ?? '',
      isShared: reply?.isShared ?? false,
    },
    schema: replyInput,
  });
  const save = useSaveReply(reply?.id ?? null);
  return (
    <form
      {...form.bind((body, event) => {
        // The form of the answer around it is not sent.
        event?.stopPropagation();
        save.mutate(body, {
          onSuccess: () => {
            toast('success', t('replies.saved'));
            onDone();
          },
          onError: (error) => {
            if (!form.refuse(error)) toast('error', error.message, { error });
          },
        });
      })}
      className={styles.form}
      aria-label={t(reply === null ? 'replies.new' : 'replies.edit')}
    >
      <TextInput
        label={t('replies.title')}
        maxLength={80}
        data-autofocus
        disabled={save.isPending}
        {...form.getInputProps('title')}
      />
      <p className={styles.hint}>{t('replies.oneLanguage')}</p>
      {(['textEn', 'textIt'] as const).map((field) => (
        <ReplyText
          key={field}
          field={field}
          value={form.values[field]}
          error={form.errors[field]}
          disabled={save.isPending}
          onChange={(html) => {
            form.setFieldValue(field, html);
            // One of the two is enough.
            form.clearFieldError('textEn');
          }}
        />
      ))}
      <Switch
        label={t('replies.share')}
        disabled={save.isPending}
        {...form.getInputProps('isShared', { type: 'checkbox' })}
      />
      <div className={styles.foot}>
        <Button variant="default" disabled={save.isPending} onClick={onDone}>
          {common('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('replies.save')}
        </Button>
      </div>
    </form>
  );
}

interface ReplyTextProps {
  field: 'textEn' | 'textIt';
  value: string;
  error: ReactNode;
  disabled: boolean;
  onChange: (html: string) => void;
}

/** The text in one language, with what can be put into it to be filled in later. */
function ReplyText({ field, value, error, disabled, onChange }: ReplyTextProps) {
  const { t } = useTranslation('tickets');
  const inserter = useRef<((html: string) => void) | null>(null);
  const label = t(`replies.${field}`);
  return (
    <div>
      <RichText
        label={label}
        value={value}
        disabled={disabled}
        error={error}
        inserter={inserter}
        onChange={onChange}
      />
      <fieldset className={styles.placeholders} aria-label={t('replies.insertInto', { label })}>
        <span className={styles.hint}>{t('replies.filledIn')}</span>
        {replyPlaceholders.map((name) => (
          <Button
            key={name}
            variant="default"
            size="xs"
            disabled={disabled}
            onClick={() => inserter.current?.(`{${name}}`)}
          >
            {t(`replies.placeholder.${name}`)}
          </Button>
        ))}
        <dl className={styles.meanings}>
          {replyPlaceholders.map((name) => (
            <div key={name}>
              <dt>{`{${name}}`}</dt>
              <dd>{t(`replies.placeholderHelp.${name}`)}</dd>
            </div>
          ))}
        </dl>
      </fieldset>
    </div>
  );
}
