import type { Game } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../components/display/brand-mark.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useDraftGame } from '../use-draft-game.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from './draft-preview.module.css';

interface DraftPreviewProps {
  wizard: Wizard;
  renderCatalog: (game: Game) => ReactNode;
  /** Where there is no room beside the form it opens on demand. */
  folded: boolean;
}

/** What the draft will look like in the catalogue, following every letter. */
export function DraftPreview({ wizard, renderCatalog, folded }: DraftPreviewProps) {
  const { t } = useTranslation('gameWizard');
  const game = useDraftGame(wizard);
  const isEmpty = game !== null && !game.name && !game.sub_name && game.game_media?.length === 0;
  const shown = isEmpty ? (
    <div className={styles.empty}>
      <div className={styles.outline} aria-hidden="true">
        <span className={styles.art}>
          <Mark size={32} />
        </span>
        <span className={styles.line} />
        <span className={styles.line} />
      </div>
      <p>{t('previewEmpty')}</p>
    </div>
  ) : (
    game && renderCatalog({ ...game, name: game.name || t('unnamed') })
  );
  if (!folded) return <Panel title={t('inCatalog')}>{shown}</Panel>;
  return (
    <details className={styles.folded}>
      <summary>
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
        {t('inCatalog')}
      </summary>
      <div className={styles.content}>{shown}</div>
    </details>
  );
}
