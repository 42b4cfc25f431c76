import type { GameMedium } from '@ludus/contract';
import { ActionIcon, Button, Loader, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconMovie, IconPhoto, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GamePicture } from '../../../components/display/game-picture.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { DropZone } from './drop-zone.tsx';
import formStyles from './game-form.module.css';
import { type ChosenFile, type ChosenMedia, pickerTypes, type Slot, slots } from './media.ts';
import styles from './media-fields.module.css';
import { type LatestOnly, useFileAddress, useFiles } from './use-files.ts';
import type { GameForm } from './use-game-form.ts';

/** How the sending of one file stands: a part from 0 to 1, or how it ended. */
export type Sending = number | 'sent' | 'failed' | { refused: string };
export type SendingByKey = Readonly<Record<string, Sending>>;

/** How far a file has gone up, or that it did not. */
export function FileProgress({ name, sending }: { name: string; sending: Sending | undefined }) {
  const { t } = useTranslation('gameForm');
  if (sending === undefined) return null;
  if (sending === 'failed' || typeof sending === 'object') {
    return (
      <span className={styles.failed} role="alert">
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('failed')}
        {typeof sending === 'object' && `: ${sending.refused}`}
      </span>
    );
  }
  const part = sending === 'sent' ? 1 : sending;
  return (
    <Progress
      className={styles.progress}
      size={6}
      value={part * 100}
      aria-label={t('sending', { what: name })}
    />
  );
}

/** Why files were not taken, beside their field. */
function Refused({ problems }: { problems: readonly string[] }) {
  return problems.map((problem) => (
    <span key={problem} className={styles.failed} role="alert">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {problem}
    </span>
  ));
}

interface MediaSlotProps {
  slot: Slot;
  chosen: ChosenFile | null;
  stored: GameMedium | undefined;
  sending: SendingByKey;
  latestOnly: LatestOnly;
  withWebp: boolean;
  onChoose: (file: ChosenFile) => void;
  /** Takes the choice back, or removes the stored picture. */
  onRemove: () => void;
  /** A picture that shows what belongs here. */
  example?: ReactNode;
}

/** One of the three pictures with a size of their own. */
export function MediaSlot(props: MediaSlotProps) {
  const { slot, chosen, stored, sending } = props;
  const { t } = useTranslation('gameForm');
  const { t: common } = useTranslation('common');
  const files = useFiles(slot, ([file]) => file && props.onChoose(file), props.latestOnly);
  const address = useFileAddress(chosen?.file);
  const { width, height } = slots[slot];
  const name = t(`slot.${slot}`);
  const shown = chosen ?? stored;
  const isFit = shown?.width === width && shown.height === height;
  return (
    <div className={styles.slot} data-slot={slot}>
      <div className={styles.slotHead}>
        <h3 className="hub-label">{name}</h3>
        <span className={styles.size}>{t('recommended', { width, height })}</span>
      </div>
      <DropZone
        label={t('chooseFor', { what: name })}
        accept={pickerTypes(slot, props.withWebp)}
        onFiles={files.take}
        className={styles.frame}
      >
        {(open) => (
          <>
            <div className={styles.picture} style={{ aspectRatio: `${width} / ${height}` }}>
              {chosen && address ? (
                <img src={address} alt={t('preview', { what: name })} />
              ) : stored && !chosen ? (
                <GamePicture medium={stored} sizes="480px" alt={t('preview', { what: name })} />
              ) : (
                <span className={styles.vacant}>{props.example}</span>
              )}
              {files.isPreparing && (
                <span className={styles.preparing} role="status">
                  <Loader size={20} /> <span className="hub-visually-hidden">{t('converting')}</span>
                </span>
              )}
            </div>
            <div className={styles.slotFoot}>
              <Button
                variant="default"
                size="xs"
                onClick={open}
                aria-label={shown ? `${t('replace')}: ${name}` : t('chooseFor', { what: name })}
              >
                {shown ? t('replace') : t('choose')}
              </Button>
              {shown ? (
                <ActionIcon
                  size="sm"
                  aria-label={common('remove', { what: name })}
                  title={common('remove', { what: name })}
                  onClick={() => {
                    files.stop();
                    props.onRemove();
                  }}
                >
                  <IconX size={16} stroke={1.5} />
                </ActionIcon>
              ) : (
                <span className={styles.hint}>{t('dropHere')}</span>
              )}
              {shown?.width && shown.height && (
                <span
                  className={styles.actual}
                  data-fit={isFit}
                  title={t(isFit ? 'sizeFits' : 'sizeDiffers', { width: shown.width, height: shown.height })}
                >
                  {isFit ? (
                    <IconCheck size={14} stroke={2} aria-hidden="true" />
                  ) : (
                    <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
                  )}
                  {t('actual', { width: shown.width, height: shown.height })}
                </span>
              )}
            </div>
            <Refused problems={files.problems} />
            {chosen && <FileProgress name={name} sending={sending[chosen.key]} />}
          </>
        )}
      </DropZone>
    </div>
  );
}

interface GalleryFieldProps {
  kind: 'images' | 'videos';
  chosen: readonly ChosenFile[];
  stored: readonly GameMedium[];
  sending: SendingByKey;
  withWebp: boolean;
  onAdd: (files: ChosenFile[]) => void;
  onRemoveChosen: (key: string) => void;
  onRemoveStored?: (id: number) => void;
}

/** Pictures or videos of the gallery, as many as wanted. */
export function GalleryField(props: GalleryFieldProps) {
  const { kind, chosen, stored, sending } = props;
  const { t } = useTranslation('gameForm');
  const { take, isPreparing, problems } = useFiles(kind, props.onAdd);
  const title = t(kind);
  return (
    <div className={styles.slot}>
      <div className={styles.slotHead}>
        <h3 className="hub-label">{title}</h3>
        {isPreparing && (
          <span className={styles.size} role="status">
            {t('converting')}
          </span>
        )}
      </div>
      <DropZone
        label={t('chooseFor', { what: title })}
        accept={pickerTypes(kind, props.withWebp)}
        multiple
        onFiles={take}
        className={styles.frame}
      >
        {(open) => (
          <>
            {stored.length + chosen.length > 0 && (
              <ul className={styles.gallery} aria-label={title}>
                {stored.map((medium) => (
                  <GalleryTile
                    key={medium.id}
                    name={decodeURIComponent(medium.url.split('/').at(-1) ?? '')}
                    picture={
                      kind === 'images' ? (
                        <GamePicture medium={medium} sizes="160px" />
                      ) : (
                        <IconMovie stroke={1.25} />
                      )
                    }
                    onRemove={() => props.onRemoveStored?.(medium.id)}
                  />
                ))}
                {chosen.map((file) => (
                  <GalleryTile
                    key={file.key}
                    name={file.file.name}
                    picture={
                      kind === 'images' ? <FilePicture file={file.file} /> : <IconMovie stroke={1.25} />
                    }
                    sending={sending[file.key]}
                    isNew
                    onRemove={() => props.onRemoveChosen(file.key)}
                  />
                ))}
              </ul>
            )}
            <div className={styles.slotFoot}>
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} stroke={1.75} />}
                onClick={open}
              >
                {t(kind === 'images' ? 'addImages' : 'addVideos')}
              </Button>
              <span className={styles.hint}>{t('dropMany')}</span>
            </div>
            <Refused problems={problems} />
          </>
        )}
      </DropZone>
    </div>
  );
}

function FilePicture({ file }: { file: File }) {
  const address = useFileAddress(file);
  return address ? <img src={address} alt="" /> : <IconPhoto stroke={1.25} />;
}

interface GalleryTileProps {
  name: string;
  picture: ReactNode;
  sending?: Sending | undefined;
  isNew?: boolean;
  onRemove: () => void;
}

function GalleryTile({ name, picture, sending, isNew, onRemove }: GalleryTileProps) {
  const { t } = useTranslation('gameForm');
  const { t: common } = useTranslation('common');
  return (
    <li className={styles.tile}>
      <span className={styles.tilePicture}>{picture}</span>
      <span className={styles.tileName} title={name}>
        {name}
      </span>
      {isNew && sending === undefined && <span className={styles.tileNew}>{t('isNew')}</span>}
      <FileProgress name={name} sending={sending} />
      <ActionIcon
        className={styles.tileRemove}
        size="sm"
        variant="default"
        aria-label={common('remove', { what: name })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}

interface AddressFieldsProps {
  media: ChosenMedia;
  onChange: (media: ChosenMedia) => void;
  form: Pick<GameForm, 'errors' | 'forget'>;
}

/** Docs and promo assets live elsewhere: their addresses. */
export function AddressFields({ media, onChange, form }: AddressFieldsProps) {
  const { t } = useTranslation('gameForm');
  return (
    <div className={formStyles.pair}>
      {(['docsUrl', 'assetsUrl'] as const).map((field) => (
        <TextInput
          key={field}
          type="url"
          label={<OptionalLabel label={t(`field.${field}`)} />}
          aria-label={t(`field.${field}`)}
          placeholder="https://"
          value={media[field]}
          error={form.errors[field]}
          onChange={(event) => {
            form.forget(field);
            onChange({ ...media, [field]: event.currentTarget.value });
          }}
        />
      ))}
    </div>
  );
}
