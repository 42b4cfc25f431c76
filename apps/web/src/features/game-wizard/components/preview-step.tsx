import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { filesOf, slotIds } from '../../../domain/game/form/media.ts';
import { FileProgress } from '../../../domain/game/form/media-fields.tsx';
import { useDraftGame } from '../use-draft-game.ts';
import { stepIds, type Wizard } from '../use-wizard.ts';
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

/** What else the page shows, by the step that asks for it. */
type EmptyParts = Record<'name' | 'media' | 'info', string[]>;

/** Says why nothing can be sent yet. */
export const incompleteId = 'game-incomplete';
const optionalId = 'game-optional-gaps';

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
  const listOf = (names: string[]) => {
    const [last, ...others] = names.toReversed();
    return others.length === 0 ? last : t('andField', { fields: others.toReversed().join(', '), last });
  };
  const { values } = draft;
  const empty: EmptyParts = {
    name: [],
    media: slotIds.filter((slot) => media[slot] === null).map((slot) => words(`slot.${slot}`)),
    info: factFields
      .filter((field) => [null, '', 0].includes(values[field]))
      .map((field) => words(`field.${field}`)),
  };
  if (media.images.length + media.videos.length === 0) empty.media.push(t('gallery'));
  if (values.description_en === '' && values.description_it === '') empty.info.push(words('description'));
  const steps = (['name', 'media', 'info'] as const).map((step) => ({
    step,
    place: stepIds.indexOf(step) + 1,
    wrong: wizard.wrongFields(step).map((field) => words(`field.${field}`)),
    empty: empty[step],
  }));
  const wrongSteps = steps.filter(({ wrong }) => wrong.length > 0);
  const emptySteps = steps.filter(({ empty }) => empty.length > 0);
  const isLeft = draft.createdId !== null && !isSending;
  return (
    <>
      {draft.createdId === null && !isSending && wrongSteps.length + emptySteps.length > 0 && (
        <Panel
          title={t(firstWrong ? 'toFix' : 'optionalGaps')}
          coverage={firstWrong ? undefined : t('missingOptional')}
          className={styles.gaps}
        >
          {wrongSteps.length > 0 && (
            <ul className={styles.missing}>
              {wrongSteps.map(({ step, place, wrong }) => (
                <li key={step} data-wrong>
                  <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
                  <b>{t(`step.${step}`)}</b>
                  <span
                    className={styles.words}
                    id={step === firstWrong ? incompleteId : undefined}
                    role="alert"
                  >
                    {t('incomplete', { fields: listOf(wrong) })}
                  </span>
                  <Button
                    // The one way on while it blocks.
                    variant={step === firstWrong ? 'filled' : 'default'}
                    className={styles.goThere}
                    size="xs"
                    onClick={() => {
                      onStep(place);
                      wizard.check(step);
                    }}
                  >
                    {t('goThere', { step: place })}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {wrongSteps.length > 0 && emptySteps.length > 0 && (
            <h3 className={styles.optional} id={optionalId}>
              {t('optionalGaps')}
            </h3>
          )}
          {emptySteps.length > 0 && (
            <ul className={styles.missing} aria-labelledby={wrongSteps.length > 0 ? optionalId : undefined}>
              {emptySteps.map(({ step, place, wrong, empty }) => (
                <li key={step}>
                  <span className={styles.ring} aria-hidden="true" />
                  <b>{t(`step.${step}`)}</b>
                  <span className={styles.words}>{empty.join(', ')}</span>
                  {/* What is wrong with it leads there already. */}
                  {wrong.length === 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      className={styles.goThere}
                      onClick={() => onStep(place)}
                    >
                      {t('goThere', { step: place })}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Panel>
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
          <p className={`${styles.remark} ${styles.caption}`}>{t('preview')}</p>
          {game && renderPreview({ ...game, name: game.name || t('unnamed') })}
        </div>
      )}
    </>
  );
}
