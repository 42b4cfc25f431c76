import type { Game } from '@ludus/contract';
import { Button, Tabs } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { filesOf } from '../../../domain/game/form/media.ts';
import { gamesQuery } from '../../../domain/game/games.ts';
import { useEdgeHeight } from '../../../lib/edge-height.ts';
import type { FileStore } from '../../../lib/file-store.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { DraftPreview } from '../components/draft-preview.tsx';
import { incompleteId, PreviewStep } from '../components/preview-step.tsx';
import { InfoStep, MediaStep, NameStep } from '../components/step-panels.tsx';
import { type DraftFile, draftFiles, emptyDraft } from '../draft.ts';
import { type StepId, stepIds, useWizard } from '../use-wizard.ts';
import styles from './game-wizard-page.module.css';

/** The draft among others in the grid or the list, or alone as a row. */
type CatalogPart = 'grid' | 'list' | 'both' | 'strip';

/** What is said of a step before it is done. */
const remarks: Partial<Record<StepId, 'optional'>> = { media: 'optional', info: 'optional' };

interface GameWizardPageProps {
  /** From 1 to 4. */
  step: number;
  onStep: (step: number) => void;
  /** Resolves once the page of the game is shown. */
  onCreated: (id: number) => void | Promise<void>;
  /** Leads to where integrations are given the game: no one has it yet. */
  onAssign: (id: number) => void;
  /** The game page itself, shown with the draft in place of a stored game. */
  renderPreview: (game: Game) => ReactNode;
  /** The game in a part of the catalogue; null for a draft that has nothing to show yet. */
  renderCatalog: (game: Game | null, part: CatalogPart) => ReactNode;
  /** Leads back to the games there are. */
  modeSwitch?: ReactNode;
  files?: FileStore<DraftFile>;
}

/** Makes a catalogue game in four steps (area WIZ). */
export function GameWizardPage(props: GameWizardPageProps) {
  const { t } = useTranslation('gameWizard');
  const games = useQuery(gamesQuery());
  const showSkeleton = useDelayed(games.isPending);
  if (games.data) return <WizardPage {...props} games={games.data.rows} />;
  return (
    <div aria-busy={games.isPending}>
      <PageHeader title={t('title')} actions={props.modeSwitch} />
      <QueryView query={games}>
        <PageBody>
          <p className="hub-visually-hidden">{t('loading')}</p>
          {showSkeleton && (
            <Panel label={t('loading')}>
              {[1, 2, 3].map((line) => (
                <SkeletonLine key={line} my={14} height={24} width={520} />
              ))}
            </Panel>
          )}
        </PageBody>
      </QueryView>
    </div>
  );
}

function WizardPage(props: GameWizardPageProps & { games: readonly Game[] }) {
  const { step, games } = props;
  const { t } = useTranslation('gameWizard');
  const isPhone = useIsPhone();
  const isTablet = useMedia(breakpoints.tablet);
  const wizard = useWizard(props.files ?? draftFiles, games, props.onStep, async (id) => {
    await props.onCreated(id);
    toast('success', t('created'), {
      detail: t('createdText'),
      action: { label: t('assign'), run: () => props.onAssign(id) },
    });
  });
  const [isDiscarding, setDiscarding] = useState(false);
  const edge = useEdgeHeight('--hub-action-bar');
  const { draft, isSending } = wizard;
  // Once the game exists its steps change nothing of it any more: only what became of its files is left to say.
  const isCreated = draft.createdId !== null;
  const stepId = isCreated ? 'preview' : (stepIds[step - 1] ?? 'name');

  const goTo = (next: number) => {
    if (next === step || isSending) return;
    // Slug and name are settled before anything else; the other steps are checked on the way forward.
    const mustHold = stepId === 'name' || next === step + 1;
    if (mustHold && next > step && !wizard.check(stepId)) return;
    props.onStep(next);
    window.scrollTo({ top: 0 });
  };
  const buttons = (
    <>
      {step > 1 && !isCreated && (
        <Button variant="default" onClick={() => goTo(step - 1)} disabled={isSending}>
          {t('previousStep')}
        </Button>
      )}
      {stepId !== 'preview' ? (
        <Button onClick={() => goTo(step + 1)}>{t('nextStep')}</Button>
      ) : (
        (isSending || !isCreated || wizard.mayRetry) && (
          // What is missing stands above the preview, with the way to its step.
          <Button
            disabled={wizard.firstWrong !== undefined && !isCreated}
            aria-describedby={wizard.firstWrong && incompleteId}
            onClick={wizard.submit}
            loading={isSending}
          >
            {t(isCreated ? 'tryAgain' : 'submit')}
          </Button>
        )
      )}
    </>
  );
  const fileCount = filesOf(wizard.media).length;
  const isEmpty =
    fileCount === 0 && (draft === emptyDraft || JSON.stringify(draft) === JSON.stringify(emptyDraft));
  const startOver = !isCreated && !isEmpty && (
    <Button variant="subtle" onClick={() => setDiscarding(true)} disabled={isSending}>
      {t('startOver')}
    </Button>
  );
  const previewOf = (part: CatalogPart) =>
    wizard.isRead &&
    stepId !== 'preview' && (
      <DraftPreview
        wizard={wizard}
        renderCatalog={(game) => props.renderCatalog(game, part)}
        folded={isPhone}
        isMore={part === 'list'}
      />
    );
  // Only the form of step 1 leaves room for more on a tablet.
  const preview = previewOf(isPhone ? 'both' : stepId === 'name' ? 'grid' : isTablet ? 'strip' : 'both');
  /** A step that may stay empty is done once something of it is there. */
  const isFilled = (id: StepId) => {
    if (id === 'media') return fileCount > 0 || draft.docsUrl !== '' || draft.assetsUrl !== '';
    if (id !== 'info') return true;
    const { name, slug, sub_name, ...facts } = draft.values;
    const { name: _name, slug: _slug, sub_name: _sub, ...untouched } = emptyDraft.values;
    return JSON.stringify(facts) !== JSON.stringify(untouched);
  };
  const base = draft.mode === 'storage' && draft.storageId !== null ? draft.values.slug : null;

  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          isCreated ? (
            draft.values.name
          ) : (
            <div className={styles.context}>
              <span>{t('context', { step, name: t(`step.${stepId}`) })}</span>
              {wizard.isRead && wizard.keeping !== 'refused' && !isEmpty && (
                <span className={styles.kept} role="status">
                  {wizard.keeping === 'kept' && <IconCheck size={14} stroke={2} aria-hidden="true" />}
                  {t(`keeping.${wizard.keeping}`)}
                </span>
              )}
            </div>
          )
        }
        actions={
          <>
            {props.modeSwitch}
            {!isPhone && startOver}
            {!isPhone && buttons}
          </>
        }
      />
      <PageBody fill={isPhone}>
        <Tabs
          value={stepId}
          onChange={(value) => goTo(stepIds.indexOf(value as StepId) + 1)}
          className={styles.steps}
          keepMounted={false}
        >
          {!isCreated && (
            <Tabs.List aria-label={t('steps')}>
              {stepIds.map((id, index) => {
                const isBehind = index + 1 < step;
                const isBad = isBehind && wizard.isWrong(id);
                const isDone = isBehind && !isBad && isFilled(id);
                const mark = isBad ? 'incomplete' : isDone ? 'done' : remarks[id];
                return (
                  <Tabs.Tab
                    key={id}
                    value={id}
                    leftSection={
                      <span
                        className={styles.number}
                        data-bad={isBad || undefined}
                        data-done={isDone || undefined}
                        aria-hidden="true"
                      >
                        {isBad ? (
                          <IconAlertTriangle size={12} stroke={2} />
                        ) : isDone ? (
                          <IconCheck size={12} stroke={2.25} />
                        ) : (
                          index + 1
                        )}
                      </span>
                    }
                  >
                    {t(`step.${id}`)}
                    {/* The number is hidden from those who hear it, and says nothing of a step that may stay empty. */}
                    {mark && (
                      <span className={styles.mark} data-bad={isBad || undefined}>
                        {' '}
                        {t(`mark.${mark}`)}
                      </span>
                    )}
                  </Tabs.Tab>
                );
              })}
            </Tabs.List>
          )}
          <Tabs.Panel value={stepId}>
            {wizard.isRead && (
              // While the game is sent, what is sent must not change.
              <div className={styles.content} inert={isSending}>
                {!isCreated && wizard.keeping === 'refused' && (
                  <p className={styles.refused} role="alert">
                    <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" /> {t('keeping.refused')}
                  </p>
                )}
                {step > 1 && base !== null && (
                  <p className={styles.base}>
                    <IconDatabase size={16} stroke={1.5} aria-hidden="true" />{' '}
                    <Trans t={t} i18nKey="basedOn" components={{ slug: <b>{base}</b> }} />
                  </p>
                )}
                {stepId === 'preview' ? (
                  <PreviewStep wizard={wizard} onStep={props.onStep} renderPreview={props.renderPreview} />
                ) : (
                  <div className={styles.columns} data-step={stepId}>
                    <div className={styles.content}>
                      {stepId === 'name' && <NameStep wizard={wizard} games={games} />}
                      {stepId === 'media' && <MediaStep wizard={wizard} />}
                      {stepId === 'info' && <InfoStep wizard={wizard} />}
                    </div>
                    {!isPhone && <div className={styles.beside}>{preview}</div>}
                  </div>
                )}
                {!isPhone && stepId === 'name' && previewOf('list')}
              </div>
            )}
          </Tabs.Panel>
        </Tabs>
        {isPhone && preview}
        {isPhone && wizard.isRead && startOver}
        {isPhone && wizard.isRead && (
          <div className={styles.buttons} ref={edge}>
            {buttons}
          </div>
        )}
      </PageBody>
      <ConfirmModal
        opened={isDiscarding}
        onClose={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false);
          void wizard.clear();
          props.onStep(1);
        }}
        title={t('startOverTitle')}
        confirmLabel={t('discard')}
        danger
      >
        {t('startOverText')}
      </ConfirmModal>
    </>
  );
}
