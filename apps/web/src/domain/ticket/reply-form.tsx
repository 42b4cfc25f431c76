import { type ReplyInput, replyInput, type SavedReply } from '@ludus/contract';
import { Button, Switch, TextInput } from '@mantine/core';
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
      <p className={styles.hint}>
        {t('replies.bothLanguages')} {t('replies.placeholders')}
      </p>
      {(['textEn', 'textIt'] as const).map((field) => (
        <RichText
          key={field}
          label={t(`replies.${field}`)}
          value={form.values[field]}
          disabled={save.isPending}
          error={form.errors[field]}
          onChange={(html) => form.setFieldValue(field, html)}
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
