import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import styles from '../components/ticket-detail.module.css';
import { type RenderSession, TicketDetail } from '../components/ticket-detail.tsx';

interface TicketPageProps {
  id: number;
  renderSession: RenderSession;
  onDeleted: () => void;
}

/** One ticket on a page of its own: where links in mails lead. */
export function TicketPage({ id, renderSession, onDeleted }: TicketPageProps) {
  const { t } = useTranslation('tickets');
  return (
    <>
      <PageHeader title={t('number', { id })} back={{ to: '/tickets', label: t('back') }} />
      <PageBody>
        <div className={styles.column}>
          <Panel label={t('number', { id })} flush>
            <TicketDetail id={id} isPage renderSession={renderSession} onDeleted={onDeleted} />
          </Panel>
        </div>
      </PageBody>
    </>
  );
}
