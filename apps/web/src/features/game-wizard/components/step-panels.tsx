import type { Game } from '@ludus/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { FactFields, StateFields } from '../../../domain/game/form/fact-fields.tsx';
import formStyles from '../../../domain/game/form/game-form.module.css';
import { slotIds, withoutFile } from '../../../domain/game/form/media.ts';
import { AddressFields, GalleryField, MediaSlot } from '../../../domain/game/form/media-fields.tsx';
import mediaStyles from '../../../domain/game/form/media-layout.module.css';
import { NameFields, SlugField } from '../../../domain/game/form/name-fields.tsx';
import { CustomFields, DescriptionTabs } from '../../../domain/game/form/text-fields.tsx';
import type { GameValues } from '../../../domain/game/form/values.ts';
import bannerExample from '../examples/banner.webp';
import mainExample from '../examples/main.webp';
import miniExample from '../examples/mini.webp';
import { storageGames, withProposedSlug } from '../name-of-slug.ts';
import type { Wizard } from '../use-wizard.ts';
import styles from './step-panels.module.css';

/** Step 1: a new slug or one of the storage, name and sub name. */
export function NameStep({ wizard, games }: { wizard: Wizard; games: readonly Game[] }) {
  const { t } = useTranslation('gameWizard');
  const { draft, form } = wizard;
  const inStorage = storageGames(games, '');
  const naming = {
    ...form,
    set: (change: Partial<GameValues>) => form.set(withProposedSlug(change, draft.values)),
  };
  return (
    <Panel>
      <div className={formStyles.stack}>
        <SegmentedSwitch
          label={t('slugMode')}
          value={draft.mode}
          onChange={wizard.setMode}
          options={[
            { value: 'new', label: t('modeNew') },
            { value: 'storage', label: t('modeStorage') },
          ]}
          fullWidth
        />
        {draft.mode === 'storage' ? (
          <>
            <Select
              label={t('storage')}
              placeholder={t('storagePlaceholder')}
              searchable
              // What is wrong stands below the field, which is focused for it: the list would lie over it.
              openOnFocus={false}
              data={inStorage.map((game) => ({ value: String(game.id), label: game.slug }))}
              value={draft.storageId === null ? null : String(draft.storageId)}
              onChange={(id) => {
                const picked = inStorage.find((game) => String(game.id) === id);
                if (picked) wizard.pickStorage(picked);
              }}
              allowDeselect={false}
              limit={300}
              nothingFoundMessage={t('storageEmpty')}
              disabled={inStorage.length === 0}
              description={inStorage.length === 0 ? t('storageNone') : undefined}
              error={form.errors.slug}
            />
            <NameFields form={form} />
          </>
        ) : (
          <>
            <NameFields form={naming} />
            <div>
              <SlugField form={form} />
              <p className={styles.hint}>{t('slugHint')}</p>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

const examples = { main: mainExample, banner: bannerExample, mini: miniExample };

/** Step 2: pictures, gallery and addresses. */
export function MediaStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('gameWizard');
  const { media, setMedia, sending } = wizard;
  return (
    <>
      <Panel title={t('images')}>
        <div className={mediaStyles.slots}>
          {slotIds.map((slot) => (
            <MediaSlot
              key={slot}
              slot={slot}
              chosen={media[slot]}
              stored={undefined}
              sending={sending}
              latestOnly={wizard.latestOnly}
              withWebp={false}
              onChoose={(file) => setMedia((now) => ({ ...now, [slot]: file }))}
              onRemove={() => setMedia((now) => ({ ...now, [slot]: null }))}
              example={
                <span className={styles.example}>
                  <img src={examples[slot]} alt="" />
                  <span>{t('example')}</span>
                </span>
              }
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('gallery')}>
        <div className={formStyles.stack}>
          {(['images', 'videos'] as const).map((kind) => (
            <GalleryField
              key={kind}
              kind={kind}
              chosen={media[kind]}
              stored={[]}
              sending={sending}
              withWebp={false}
              onAdd={(files) => setMedia((now) => ({ ...now, [kind]: [...now[kind], ...files] }))}
              onRemoveChosen={(key) => setMedia((now) => withoutFile(now, key))}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('links')}>
        <AddressFields media={media} onChange={wizard.setAddresses} form={wizard.form} />
      </Panel>
    </>
  );
}

/** Step 3: everything else of the game. */
export function InfoStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('gameWizard');
  const { form } = wizard;
  return (
    <div className={styles.infoPlace}>
      <div className={styles.info}>
        <Panel title={t('facts')}>
          <FactFields form={form} />
        </Panel>
        <Panel title={t('release')}>
          <StateFields form={form} />
        </Panel>
        <Panel title={t('description')}>
          <DescriptionTabs form={form} />
        </Panel>
        <Panel title={t('custom')}>
          <CustomFields form={form} />
        </Panel>
      </div>
    </div>
  );
}
