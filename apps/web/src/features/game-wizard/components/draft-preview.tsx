import type { Game } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { useDraftGame } from '../use-draft-game.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from './draft-preview.module.css';

interface DraftPreviewProps {
  wizard: Wizard;
  /** Null for a draft that has nothing to show yet. */
  renderCatalog: (game: Game | null) => ReactNode;
  /** On a phone it opens on demand. */
  folded: boolean;
  /** It continues another panel, which has the title. */
  isMore?: boolean;
}

/** What the draft will look like in the catalogue, following every letter. */
export function DraftPreview({ wizard, renderCatalog, folded, isMore = false }: DraftPreviewProps) {
  const { t } = useTranslation('gameWizard');
  const game = useDraftGame(wizard);
  if (game === null) return null;
  const isEmpty = !game.name && !game.sub_name && game.game_media?.length === 0;
  const shown = renderCatalog(isEmpty ? null : { ...game, name: game.name || t('unnamed') });
  const note = isEmpty ? t('previewEmpty') : undefined;
  if (isMore) return <Panel label={t('inList')}>{shown}</Panel>;
  if (!folded) {
    return (
      <Panel title={t('inCatalog')} coverage={note}>
        {shown}
      </Panel>
    );
  }
  return (
    <details className={styles.folded}>
      <summary>
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        {t('inCatalog')}
      </summary>
      <div className={styles.content}>
        {note && <p className={styles.note}>{note}</p>}
        {shown}
      </div>
    </details>
  );
}
