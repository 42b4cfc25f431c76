import { documentExtensions, maxDocumentBytes } from '@ludus/contract';
import { ActionIcon, Button, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconUpload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Modal } from '../../../components/modal.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { catalogWithCoversQuery } from '../../../domain/game/games.ts';
import { isRefused, type NewDocument, useAddDocument } from '../../../domain/integration/add-document.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { searchGames } from '../search-games.ts';
import styles from './certificates.module.css';
import { IntegrationChoice } from './integration-choice.tsx';

const pickerTypes = documentExtensions.map((extension) => `.${extension}`).join(',');

type Kind = 'games' | 'general';
type FileProblem = 'wrongKind' | 'tooLarge' | 'noBytes';

function problemOf(file: File): FileProblem | null {
  const extension = file.name.toLowerCase().split('.').at(-1) ?? '';
  if (!documentExtensions.some((known) => known === extension)) return 'wrongKind';
  if (file.size > maxDocumentBytes) return 'tooLarge';
  return file.size === 0 ? 'noBytes' : null;
}

interface AddDocumentProps {
  /** What is chosen on the panel, as a start. */
  integrationId: number | null;
  gameId: number | null;
  onClose: () => void;
  onAdded: (document: NewDocument) => void;
}

/** A new document, of one or several games or of an integration in general. */
export function AddDocument({ gameId, onClose, onAdded, ...start }: AddDocumentProps) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>(
    gameId === null && start.integrationId !== null ? 'general' : 'games',
  );
  const [integrationId, setIntegrationId] = useState(start.integrationId);
  const [gameIds, setGameIds] = useState<readonly number[]>(gameId === null ? [] : [gameId]);
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const { mutate, isPending, isError, error, reset } = useAddDocument();
  // Whatever way the form goes, what it was sending stops.
  useEffect(() => () => stop.current?.abort(), []);

  const isGeneral = kind === 'general';
  const missing = !file
    ? t('missingFile')
    : isGeneral && integrationId === null
      ? t('missingIntegration')
      : !isGeneral && gameIds.length === 0
        ? t('missingGame')
        : null;
  const choose = ([chosen]: File[]) => {
    if (!chosen || isPending) return;
    const wrong = problemOf(chosen);
    reset();
    setProblem(wrong && t(wrong, { size: sizeOf(maxDocumentBytes) }));
    setFile(wrong ? null : chosen);
  };
  const save = () => {
    if (!file || missing !== null) return;
    const document = { file, name, gameIds: isGeneral ? [] : gameIds, integrationId };
    stop.current = new AbortController();
    setPart(0);
    mutate(
      { document, onProgress: setPart, signal: stop.current.signal },
      {
        onSuccess: () => {
          if (isGeneral) toast('success', t('generalCreated'));
          onAdded(document);
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('add')}
      fullScreen={isNarrow}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div>
          <DropZone label={t('chooseFile')} accept={pickerTypes} onFiles={choose} className={styles.drop}>
            {(open) => (
              <>
                {file && (
                  <div className={styles.chosen}>
                    <FileIcon fileName={file.name} />
                    <span className="hub-ellipsis" title={file.name}>
                      {file.name}
                    </span>
                    <span className={styles.size}>{sizeOf(file.size)}</span>
                    <ActionIcon
                      size="sm"
                      aria-label={common('remove', { what: file.name })}
                      disabled={isPending}
                      onClick={() => setFile(null)}
                    >
                      <IconX size={16} stroke={1.5} />
                    </ActionIcon>
                  </div>
                )}
                <div className={styles.dropFoot}>
                  <Button
                    variant="default"
                    leftSection={<IconUpload size={16} stroke={1.5} />}
                    disabled={isPending}
                    onClick={open}
                    data-autofocus
                  >
                    {t(file ? 'otherFile' : 'chooseFile')}
                  </Button>
                  <span className={styles.hint}>{t('fileHint', { size: sizeOf(maxDocumentBytes) })}</span>
                </div>
              </>
            )}
          </DropZone>
          {(problem ?? (isRefused(error) ? error.message : null)) && (
            <div className={styles.problem} role="alert">
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
              {problem ?? error?.message}
            </div>
          )}
        </div>
        <TextInput
          label={
            <>
              {t('name')} <i className={styles.optional}>{common('optional')}</i>
            </>
          }
          aria-label={t('name')}
          placeholder={file?.name ?? t('nameHint')}
          maxLength={200}
          disabled={isPending}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SegmentedSwitch<Kind>
          label={t('kind')}
          fullWidth
          disabled={isPending}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'games', label: t('ofSomeGames') },
            { value: 'general', label: t('ofIntegration') },
          ]}
        />
        {!isGeneral && <GamesChoice value={gameIds} onChange={setGameIds} disabled={isPending} />}
        <IntegrationChoice
          value={integrationId}
          onChange={setIntegrationId}
          placeholder={isGeneral ? t('chooseIntegration') : undefined}
          disabled={isPending}
        />
        {isPending && <Progress size={6} value={part * 100} aria-label={t('sending')} />}
        <div className={styles.formFoot}>
          {isError && !isRefused(error) ? (
            <span className={styles.failed} role="alert">
              <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('notSent')}
            </span>
          ) : (
            missing !== null && <span className={styles.hint}>{missing}</span>
          )}
          <Button variant="default" className={styles.first} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" disabled={missing !== null} loading={isPending}>
            {t(isError && !isRefused(error) ? 'again' : 'save')}
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
