import type { Game } from '@ludus/contract';
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
  /** Without the frame of a panel, which would make it narrower than the catalogue of a phone. */
  isBare: boolean;
}

/** What the draft will look like in the catalogue, following every letter. */
export function DraftPreview({ wizard, renderCatalog, isBare }: DraftPreviewProps) {
  const { t } = useTranslation('gameWizard');
  const game = useDraftGame(wizard);
  if (game === null) return null;
  const isEmpty = !game.name && !game.sub_name && game.game_media?.length === 0;
  return (
    <Panel
      title={t('inCatalog')}
      coverage={isEmpty ? t('previewEmpty') : undefined}
      className={isBare ? styles.bare : undefined}
    >
      {renderCatalog(isEmpty ? null : { ...game, name: game.name || t('unnamed') })}
    </Panel>
  );
}
