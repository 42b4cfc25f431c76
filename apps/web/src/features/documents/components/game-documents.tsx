import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { Files } from './files.tsx';
import styles from './game-documents.module.css';
import { IntegrationChoice } from './integration-choice.tsx';

interface GameDocumentsProps {
  game: { id: number; name: string };
  /** Documentation elsewhere on the web. */
  docsUrl: string | null;
  /** The person's own integration; null for staff of the provider, who choose one. */
  integrationId: number | null;
  onClose: () => void;
}

/** A game's documentation over the page. */
export function GameDocuments({ game, docsUrl, integrationId, onClose }: GameDocumentsProps) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const mayChoose = useCan('integrations:manage');
  const [chosen, setChosen] = useState<number | null>(null);
  const shownFor = mayChoose ? chosen : integrationId;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: game.name })}
      fullScreen={isNarrow}
      size={560}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={styles.body}>
        {docsUrl && (
          <a className={styles.site} href={docsUrl} target="_blank" rel="noopener noreferrer">
            <span>{t('site')}</span>
            <IconExternalLink size={16} stroke={1.5} aria-hidden="true" />
            <span className="hub-visually-hidden">({t('newTab')})</span>
          </a>
        )}
        {mayChoose && <IntegrationChoice value={chosen} onChange={setChosen} />}
        <Files
          filter={{ gameId: game.id, integrationId: shownFor }}
          label={t('files', { name: game.name })}
          withIntegration={mayChoose && chosen === null}
        />
      </div>
    </Modal>
  );
}
