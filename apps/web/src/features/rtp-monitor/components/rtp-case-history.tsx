import { addRtpCaseNote, type RtpCase, type RtpCaseEvent } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { useAddRtpCaseNote } from '../../../domain/statistics/rtp-cases.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './rtp-case.module.css';
import { deviationText } from './verdict-badge.tsx';

/** A note for what comes next, and what has happened to a case, the newest first. */
export function CaseHistory({ found }: { found: RtpCase }) {
  const { t } = useTranslation('rtpMonitor');
  return (
    <PanelPart title={t('history')} isRegion>
      <NoteForm id={found.id} />
      <ol className={styles.events}>
        {found.events.toReversed().map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </PanelPart>
  );
}

function Event({ event: { at, kind, username, text, conclusion } }: { event: RtpCaseEvent }) {
  const { t } = useTranslation('rtpMonitor');
  const isMeasured = kind === 'opened' || kind === 'worse';
  return (
    <li className={styles.event}>
      <DateTime value={at} format="minutes" className={styles.when} />
      <div>
        <strong>{username ?? t('hub')}</strong>{' '}
        {t(`event.${kind}`, { text: isMeasured ? deviationText(Number(text)) : '' })}
        {conclusion && `: ${t(`conclusion.${conclusion}`)}`}
        {!isMeasured && text && <p className={styles.text}>{text}</p>}
      </div>
    </li>
  );
}

function NoteForm({ id }: { id: number }) {
  const { t } = useTranslation('rtpMonitor');
  const { mutate, isPending } = useAddRtpCaseNote(id);
  const form = useSchemaForm({ initialValues: { text: '' }, schema: addRtpCaseNote.body });
  const send = form.bind((body) =>
    mutate(body, {
      onSuccess: () => form.reset(),
      onError: (error) => {
        if (!form.refuse(error)) toast('error', t('noteFailed'), networkErrorDetail(error));
      },
    }),
  );
  return (
    <form {...send} className={styles.form}>
      <Textarea
        label={t('note')}
        placeholder={t('notePlaceholder')}
        rows={2}
        resize="vertical"
        {...form.getInputProps('text')}
      />
      <div>
        <Button type="submit" variant="default" loading={isPending}>
          {t('addNote')}
        </Button>
      </div>
    </form>
  );
}
