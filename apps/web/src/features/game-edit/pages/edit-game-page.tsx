import type { Certificate, Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasNoData, QueryView, type ViewedQuery } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { FactFields, StateFields } from '../../../domain/game/form/fact-fields.tsx';
import formStyles from '../../../domain/game/form/game-form.module.css';
import { slotIds, storedGallery, storedIn, withoutFile } from '../../../domain/game/form/media.ts';
import { AddressFields, GalleryField, MediaSlot } from '../../../domain/game/form/media-fields.tsx';
import mediaStyles from '../../../domain/game/form/media-layout.module.css';
import { NameFields, SlugField } from '../../../domain/game/form/name-fields.tsx';
import { CustomFields, DescriptionTabs } from '../../../domain/game/form/text-fields.tsx';
import { gameToEditQuery } from '../../../domain/game/games.ts';
import { gameDocumentsQuery } from '../../../domain/integration/documents.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { AssignmentPanel } from '../components/assignment-panel.tsx';
import { ConflictModal } from '../components/conflict-modal.tsx';
import { DeleteGame } from '../components/delete-game.tsx';
import { DocumentsPanel } from '../components/documents-panel.tsx';
import { useEditor } from '../use-editor.ts';
import styles from './edit-game-page.module.css';

interface EditGamePageProps {
  id: number;
  /** After a save, to the game's page. */
  onSaved: () => void;
  onDeleted: () => void;
}

const pathOfGame = '/game/{-$id}';

/** Everything of a game that its keepers write (area EDIT). */
export function EditGamePage({ id, onSaved, onDeleted }: EditGamePageProps) {
  const { t } = useTranslation('gameEdit');
  // Always as it is now: what is edited must not be what another screen read some time ago.
  const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;
  const game = useQuery({ ...gameToEditQuery(id), ...fresh });
  const documents = useQuery(gameDocumentsQuery(id));
  const back = { to: pathOfGame, params: { id: String(id) }, label: t('back') } as const;
  const isLoaded = game.isFetchedAfterMount && game.data && documents.data;

  const reads = [game, documents];
  if (!isLoaded && reads.some(hasNoData)) {
    return (
      <>
        <PageHeader title={t('title')} back={back} />
        <QueryView query={reads} />
      </>
    );
  }
  if (!isLoaded) return <Loading back={back} />;
  return (
    <Editor
      key={id}
      game={game.data}
      documents={documents.data}
      reads={reads}
      back={back}
      onSaved={onSaved}
      onDeleted={onDeleted}
    />
  );
}

interface BackLink {
  to: typeof pathOfGame;
  params: Record<string, string>;
  label: string;
}

interface EditorProps {
  game: Game;
  documents: readonly Certificate[];
  /** Where game and documents come from. */
  reads: readonly ViewedQuery[];
  back: BackLink;
  onSaved: () => void;
  onDeleted: () => void;
}

function Editor({ game, documents, reads, back, onSaved, onDeleted }: EditorProps) {
  const { t } = useTranslation('gameEdit');
  const isPhone = useIsPhone();
  const editor = useEditor(game, onSaved);
  const { base, form, media, setMedia, stored, sending, isChanged, isLeaving } = editor;
  const leave = () => {
    isLeaving.current = true;
  };

  return (
    <>
      <PageHeader
        title={t('titleOf', { name: base.name })}
        context={isChanged ? t('unsaved') : t('updated', { time: base.updatedAt })}
        back={back}
        actions={
          <Button onClick={editor.save} loading={editor.isSaving} aria-label={t('save')}>
            {t(isPhone ? 'saveShort' : 'save')}
          </Button>
        }
      />
      <PageBody>
        <QueryView query={reads} />
        <PendingChanges subject={`game/${game.id}`} />
        {/* While it is saved, what is sent must not change. */}
        <div className={styles.columns} inert={editor.isSaving}>
          <div className={styles.column}>
            <Panel title={t('basics')}>
              <div className={formStyles.stack}>
                <div className={formStyles.facts}>
                  <div className={formStyles.names}>
                    <NameFields form={form} />
                    <SlugField form={form} />
                  </div>
                </div>
                <FactFields form={form} />
              </div>
            </Panel>
            <Panel title={t('description')}>
              <DescriptionTabs form={form} />
            </Panel>
            <Panel title={t('media')}>
              <div className={mediaStyles.slots}>
                {slotIds.map((slot) => {
                  const current = storedIn(stored, slot);
                  const chosen = media[slot];
                  return (
                    <MediaSlot
                      key={slot}
                      slot={slot}
                      chosen={chosen}
                      stored={current}
                      sending={sending}
                      latestOnly={editor.latestOnly}
                      withWebp
                      onChoose={(file) => setMedia((now) => ({ ...now, [slot]: file }))}
                      onRemove={() => {
                        if (chosen) setMedia((now) => withoutFile(now, chosen.key));
                        else if (current) editor.removeStored(current.id);
                      }}
                    />
                  );
                })}
              </div>
            </Panel>
            <Panel title={t('gallery')}>
              <div className={formStyles.stack}>
                {(['images', 'videos'] as const).map((kind) => (
                  <GalleryField
                    key={kind}
                    kind={kind}
                    chosen={media[kind]}
                    stored={storedGallery(stored, kind)}
                    sending={sending}
                    withWebp
                    onAdd={(files) => setMedia((now) => ({ ...now, [kind]: [...now[kind], ...files] }))}
                    onRemoveChosen={(key) => setMedia((now) => withoutFile(now, key))}
                    onRemoveStored={editor.removeStored}
                  />
                ))}
              </div>
            </Panel>
          </div>
          <div className={styles.column}>
            <Panel title={t('release')}>
              <StateFields form={form} />
            </Panel>
            <AssignmentPanel
              links={base.integrations ?? []}
              change={editor.assignment}
              onChange={editor.setAssignment}
            />
            <DocumentsPanel gameId={base.id} documents={documents} />
            <Panel title={t('links')}>
              <AddressFields media={media} onChange={setMedia} form={form} />
            </Panel>
            <Panel title={t('custom')}>
              <CustomFields form={form} />
            </Panel>
            <DeleteGame
              game={base}
              onDeleted={() => {
                leave();
                onDeleted();
              }}
            />
          </div>
        </div>
      </PageBody>
      {editor.theirs && (
        <ConflictModal
          base={base}
          mine={form.values}
          theirs={editor.theirs}
          onClose={editor.dismissConflict}
          onResolved={editor.resolveConflict}
        />
      )}
      <LeaveGuard
        mustAsk={() => isChanged && !isLeaving.current}
        leaves={() => true}
        onLeave={leave}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText', { name: base.name })}
      </LeaveGuard>
    </>
  );
}

/** The screen in its final geometry while the game loads. */
function Loading({ back }: { back: BackLink }) {
  const { t } = useTranslation('gameEdit');
  const showSkeleton = useDelayed(true);
  return (
    <div aria-busy="true">
      <PageHeader title={t('title')} back={back} />
      <p className="hub-visually-hidden">{t('loading')}</p>
      {showSkeleton && (
        <PageBody>
          <div className={styles.columns} aria-hidden="true">
            {[8, 5].map((lines) => (
              <Panel key={lines} label={t('loading')}>
                {Array.from({ length: lines }, (_unused, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
                  <SkeletonLine key={line} my={12} height={20} />
                ))}
              </Panel>
            ))}
          </div>
        </PageBody>
      )}
    </div>
  );
}
