import { documentExtensions, type Jurisdiction, maxDocumentBytes, messageOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limitOf } from '../../../components/files/document-list.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Modal } from '../../../components/modal.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { catalogWithCoversQuery } from '../../../domain/game/games.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { searchGames } from '../search-games.ts';
import { useUploads } from '../use-uploads.ts';
import styles from './documents.module.css';
import { IntegrationChoice } from './integration-choice.tsx';
import { UploadRows } from './upload-rows.tsx';
import { type DocumentFacts, hasWrongDays, noFacts, ValidityFields } from './validity-fields.tsx';

export const pickerTypes = documentExtensions.map((extension) => `.${extension}`).join(',');

type Kind = 'games' | 'general';

interface AddDocumentsProps {
  files: readonly File[];
  /** What is chosen on the panel, as a start. */
  integrationId: number | null;
  gameId: number | null;
  isCertificate: boolean;
  isGeneral: boolean;
  /** What the button that opens it says, if that is not *Add document*. */
  title?: string;
  /** Where what is added holds, as a start. */
  jurisdiction?: Jurisdiction | null;
  onClose: () => void;
}

/** New documents, of one or several games or of an integration in general. */
export function AddDocuments({ gameId, onClose, ...start }: AddDocumentsProps) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const [kind, setKind] = useState<Kind>(start.isGeneral && gameId === null ? 'general' : 'games');
  const [integrationId, setIntegrationId] = useState(start.integrationId);
  const [gameIds, setGameIds] = useState<readonly number[]>(gameId === null ? [] : [gameId]);
  const [facts, setFacts] = useState<DocumentFacts>({
    ...noFacts,
    type: start.isCertificate ? 'certificate' : null,
    jurisdiction: start.jurisdiction ?? null,
  });
  const [saidNoEnd, setSaidNoEnd] = useState(false);
  const [isTried, setTried] = useState(false);
  // Coverage and reminders follow the ends of certificates: one that was forgotten would never be missed.
  const mustSayEnd = facts.type === 'certificate';
  const hasNoEnd = mustSayEnd && saidNoEnd;
  const lacksEnd = mustSayEnd && !hasNoEnd && facts.validUntil === null;
  const uploads = useUploads(start.files);
  const { isSending } = uploads;

  const isGeneral = kind === 'general';
  const missing =
    uploads.waiting === 0
      ? t('missingFile')
      : isGeneral && integrationId === null
        ? t('missingIntegration')
        : !isGeneral && gameIds.length === 0
          ? t('missingGame')
          : null;
  const save = () => {
    setTried(true);
    // What is no day, and an end that is missing, is named beside its field.
    if (missing !== null || isSending || hasWrongDays(facts) || lacksEnd) return;
    const target = { ...facts, hasNoEnd, gameIds: isGeneral ? [] : gameIds, integrationId };
    uploads.send(target, ({ stored, left }) => {
      if (stored > 0)
        toast('success', isGeneral ? t('generalCreated') : t('documentsAdded', { count: stored }));
      if (left === 0) onClose();
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={start.title ?? t('add')}
      fullScreen={isNarrow}
      size={560}
      closeOnClickOutside={false}
      // One press more than a list needs would drop the files.
      closeOnEscape={uploads.waiting === 0}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <DropZone
          label={t('chooseFiles')}
          accept={pickerTypes}
          multiple
          onFiles={(files) => !isSending && uploads.add(files)}
          className={styles.drop}
        >
          {(open) => (
            <>
              <UploadRows uploads={uploads} />
              <div className={styles.dropFoot}>
                <Button
                  variant="default"
                  leftSection={<IconUpload size={16} stroke={1.5} />}
                  disabled={isSending}
                  onClick={open}
                  data-autofocus
                >
                  {t(uploads.rows.length > 0 ? 'moreFiles' : 'chooseFiles')}
                </Button>
                <span className={styles.hint}>{t('fileHint', { size: limitOf(maxDocumentBytes) })}</span>
              </div>
            </>
          )}
        </DropZone>
        <SegmentedSwitch<Kind>
          label={t('kind')}
          fullWidth
          disabled={isSending}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'games', label: t('ofSomeGames') },
            { value: 'general', label: t('ofIntegration') },
          ]}
        />
        {!isGeneral && <GamesChoice value={gameIds} onChange={setGameIds} disabled={isSending} />}
        <IntegrationChoice
          value={integrationId}
          onChange={setIntegrationId}
          placeholder={isGeneral ? t('chooseIntegration') : undefined}
          disabled={isSending}
        />
        <ValidityFields
          facts={facts}
          onChange={(part) => {
            setFacts((before) => ({ ...before, ...part }));
            if (part.validUntil != null) setSaidNoEnd(false);
          }}
          errors={isTried && lacksEnd ? { validUntil: renderMessage(messageOf('fields.endOrNone')) } : {}}
          noEnd={
            mustSayEnd
              ? {
                  isSaid: hasNoEnd,
                  onSay: (isSaid) => {
                    setSaidNoEnd(isSaid);
                    if (isSaid) setFacts((before) => ({ ...before, validUntil: null }));
                  },
                }
              : undefined
          }
          disabled={isSending}
        />
        <div className={styles.formFoot}>
          {missing !== null && !isSending && <span className={styles.hint}>{missing}</span>}
          <Button variant="default" className={styles.first} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" disabled={missing !== null && !isSending} loading={isSending}>
            {t(uploads.hasFailed ? 'again' : 'save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface GamesChoiceProps {
  value: readonly number[];
  onChange: (ids: readonly number[]) => void;
  disabled: boolean;
}

function GamesChoice({ value, onChange, disabled }: GamesChoiceProps) {
  const { t } = useTranslation('documents');
  const { data } = useQuery(catalogWithCoversQuery());
  const options = useMemo(
    () =>
      searchGames(data?.rows ?? [], '').map(({ id, name, sub_name }) => ({
        value: String(id),
        label: sub_name ? `${name} ${sub_name}` : name,
      })),
    [data],
  );
  return (
    <MultiPicker
      label={t('gamesField')}
      hint={t('gamesHint')}
      placeholder={t('chooseGames')}
      options={options}
      disabled={disabled}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
