import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { filesOf } from '../../../domain/game/form/media.ts';
import { FileProgress } from '../../../domain/game/form/media-fields.tsx';
import { useDraftGame } from '../use-draft-game.ts';
import { type StepId, stepIds, type Wizard } from '../use-wizard.ts';
import styles from './preview-step.module.css';

/** What people look for on the page of a game, in its order. */
const factFields = [
  'rtp',
  'volatility',
  'hit_frequency',
  'max_multiplier_win',
  'min_bet',
  'max_bet',
  'release_date',
] as const;

/** Says why nothing can be sent yet. */
export const incompleteId = 'game-incomplete';

interface PreviewStepProps {
  wizard: Wizard;
  onStep: (step: number) => void;
  renderPreview: (game: Game) => ReactNode;
}

/** Step 4: the game's own page with what was typed and chosen, and how the sending goes. */
export function PreviewStep({ wizard, onStep, renderPreview }: PreviewStepProps) {
  const { t } = useTranslation('gameWizard');
  const { t: words } = useTranslation('gameForm');
  const { draft, media, sending, isSending, firstWrong } = wizard;
  const files = filesOf(media);
  const game = useDraftGame(wizard);
  const fieldsOf = (step: StepId) => {
    const names = wizard.wrongFields(step).map((field) => words(`field.${field}`));
    const [last, ...others] = names.reverse();
    return others.length === 0 ? last : t('andField', { fields: others.reverse().join(', '), last });
  };
  const { values } = draft;
  const empty = factFields
    .filter((field) => [null, '', 0].includes(values[field]))
    .map((one) => words(`field.${one}`));
  if (values.description_en === '' && values.description_it === '') empty.push(words('description'));
  const stillEmpty =
    empty.length > 0 && draft.createdId === null ? t('stillEmpty', { fields: empty.join(', ') }) : null;
  const isLeft = draft.createdId !== null && !isSending;
  return (
    <>
      {firstWrong && (
        <div id={incompleteId} className={styles.notice} role="alert">
          <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
          <div className={styles.words}>
            <span>
              {t('incomplete', {
                step: stepIds.indexOf(firstWrong) + 1,
                fields: fieldsOf(firstWrong),
              })}
            </span>
            {stillEmpty && <span>{stillEmpty}</span>}
          </div>
          <Button
            size="xs"
            onClick={() => {
              onStep(stepIds.indexOf(firstWrong) + 1);
              wizard.check(firstWrong);
            }}
          >
            {t('goThere', { step: stepIds.indexOf(firstWrong) + 1 })}
          </Button>
        </div>
      )}
      {(isSending || isLeft) && (
        <Panel title={t(isLeft ? 'leftTitle' : 'submitting')}>
          {isLeft && <p className={styles.remark}>{t(wizard.mayRetry ? 'leftText' : 'refusedText')}</p>}
          <ul className={styles.files}>
            {wizard.settled.map(({ key, name, state }) => (
              <li key={key}>
                <span className="hub-ellipsis">{name}</span>
                {state === 'sent' ? (
                  <span>{words('sent')}</span>
                ) : (
                  <FileProgress name={name} sending={state} />
                )}
              </li>
            ))}
            {files.map(({ chosen }) => (
              <li key={chosen.key}>
                <span className="hub-ellipsis">{chosen.file.name}</span>
                <FileProgress
                  name={chosen.file.name}
                  sending={sending[chosen.key] ?? (isLeft ? 'failed' : 0)}
                />
              </li>
            ))}
          </ul>
          {isLeft && draft.createdId !== null && (
            <Button
              variant="default"
              onClick={() => draft.createdId !== null && void wizard.finish(draft.createdId)}
            >
              {t('openGame')}
            </Button>
          )}
        </Panel>
      )}
      {draft.createdId === null && (
        <div className={styles.preview} data-unnamed={game?.name === '' || undefined}>
          <p className={`${styles.remark} ${styles.caption}`}>
            {t('preview')}
            {!firstWrong && stillEmpty && ` ${stillEmpty}`}
          </p>
          {game && renderPreview({ ...game, name: game.name || t('unnamed') })}
        </div>
      )}
    </>
  );
}
