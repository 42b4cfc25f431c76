import type { Answer } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { RichHtml } from '../../../components/rich-text/rich-html.tsx';
import { MediaLinks } from './media-links.tsx';
import { usePersonName } from './person.tsx';
import styles from './ticket-detail.module.css';

/** What was answered, in order; the closing answer says who closed the ticket. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  const { t } = useTranslation('tickets');
  const { t: shell } = useTranslation('shell');
  const nameOf = usePersonName();
  return (
    <section className={styles.answers} aria-label={t('answers')}>
      <h3 className={styles.section}>{t('answers')}</h3>
      {answers.length === 0 && <p className={styles.none}>{t('noAnswers')}</p>}
      <ol className={styles.answerList}>
        {answers.map(({ id, description, status, createdAt, responder, ticket_media }) => (
          <li key={id} className={styles.answer} data-closing={status === 'closed' || undefined}>
            <div className={styles.answerHead}>
              {status === 'closed' && <span className={styles.closedBy}>{t('closedBy')}</span>}
              <strong>{nameOf(responder, status === 'closed')}</strong>
              {responder?.role && <span>{shell(`roles.${responder.role}`)}</span>}
              <DateTime value={createdAt} format="minutes" className={styles.answerTime} />
            </div>
            <RichHtml html={description} />
            <MediaLinks media={ticket_media} />
          </li>
        ))}
      </ol>
    </section>
  );
}
