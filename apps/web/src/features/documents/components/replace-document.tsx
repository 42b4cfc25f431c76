import { type Certificate, documentExtensions, maxDocumentBytes, messageOf } from '@ludus/contract';
import { Button, Checkbox, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limitOf, sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { isRefused, useReplaceDocument } from '../../../domain/integration/add-document.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { addDays, type Day, type TypedDay } from '../../../lib/days.ts';
import { formatDay } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { problemOf } from '../use-uploads.ts';
import { pickerTypes } from './add-documents.tsx';
import styles from './documents.module.css';
import { DaysFields, hasWrongDays, VersionField } from './validity-fields.tsx';

interface ReplaceDocumentProps {
  document: Certificate;
  /** With the id of the successor. */
  onReplaced?: (id: number) => void;
  onClose: () => void;
}

/** The new one follows the former without a gap; one that is over already begins today. */
const suggestedStart = (end: Day | null, today: Day): Day =>
  end === null || end < today ? today : addDays(end, 1);

/** Many are named after their first file. */
const fileEnding = new RegExp(`\\.(?:${documentExtensions.join('|')})$`, 'i');

/** A name that differs from the former one's: with the next version where it ends with one, else with the year in which it begins. */
export function successorName(document: string, start: Day): string {
  const former = document.replace(fileEnding, '');
  const next = former.replace(
    /\bv(\d{1,3})$/i,
    (found, version: string) => `${found[0]}${Number(version) + 1}`,
  );
  if (next !== former) return next;
  const year = start.slice(0, 4);
  const named = /\b20\d\d\b/.test(former)
    ? former.replace(/\b20\d\d\b(?!.*\b20\d\d\b)/, year)
    : `${former} ${year}`;
  return named === former ? `${former} (2)` : named;
}

const isSameName = (one: string, other: string) =>
  one.trim().toLocaleLowerCase('it') === other.trim().toLocaleLowerCase('it');

/** Uploads the file that takes a document's place, for the same games, integration and jurisdiction. */
export function ReplaceDocument({ document, onReplaced, onClose }: ReplaceDocumentProps) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const [file, setFile] = useState<File | null>(null);
  const today = useToday();
  const start = suggestedStart(document.validUntil, today);
  const [name, setName] = useState(() => successorName(document.name, start).slice(0, 200));
  const [facts, setFacts] = useState<{ version: string; validFrom: TypedDay; validUntil: TypedDay }>({
    version: '',
    validFrom: start,
    validUntil: null,
  });
  const [hasNoEnd, setHasNoEnd] = useState(false);
  const [isTried, setTried] = useState(false);
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending, error } = useReplaceDocument(document.id, ({ id }) => {
    toast('success', t('replaced', { name: document.name }));
    onReplaced?.(id);
    onClose();
  });
  const problem = file && problemOf(file);
  const missing = file === null ? t('missingFile') : null;
  // Without a word on it the document would leave the list of those that expire.
  const lacksEnd = document.validUntil !== null && facts.validUntil === null && !hasNoEnd;
  // Without a name it would keep the former's: two rows of the list that no one can distinguish.
  const isUnclear = name.trim() === '' || isSameName(name, document.name);
  const fields = error instanceof ApiError ? error.fields : {};
  const failure = problem
    ? t(problem, { size: limitOf(maxDocumentBytes) })
    : error && (isRefused(error) || error.message !== '' ? error.message : t('notSent'));
  const save = () => {
    setTried(true);
    if (file === null || problem !== null || isPending || lacksEnd || isUnclear || hasWrongDays(facts))
      return;
    const controller = new AbortController();
    stop.current = controller;
    mutate({ successor: { ...facts, file, name, hasNoEnd }, onProgress: setPart, signal: controller.signal });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('replaceTitle', { name: document.name })}
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
        <DropZone
          label={t('chooseFile')}
          accept={pickerTypes}
          onFiles={([first]) => first && !isPending && setFile(first)}
          className={styles.drop}
        >
          {(open) => (
            <>
              {file && (
                <div className={styles.chosen}>
                  <FileIcon fileName={file.name} />
                  <span className="hub-ellipsis" title={file.name}>
                    {file.name}
                  </span>
                  <span className={styles.size}>{sizeOf(file.size)}</span>
                </div>
              )}
              {isPending && (
                <Progress size={6} value={part * 100} aria-label={t('sending', { file: file?.name })} />
              )}
              {failure && (
                <div className={styles.failed} role="alert">
                  <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {failure}
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
                  {t('chooseFile')}
                </Button>
                <span className={styles.hint}>{t('fileHint', { size: limitOf(maxDocumentBytes) })}</span>
              </div>
            </>
          )}
        </DropZone>
        <TextInput
          label={t('name')}
          maxLength={200}
          disabled={isPending}
          value={name}
          error={isTried && isUnclear ? t('nameOfFormer') : fields.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DaysFields
          facts={facts}
          onChange={({ validFrom = facts.validFrom, validUntil = facts.validUntil }) => {
            setFacts({ ...facts, validFrom, validUntil });
            if (validUntil !== null) setHasNoEnd(false);
          }}
          errors={{
            validFrom: fields.validFrom,
            validUntil:
              isTried && lacksEnd ? renderMessage(messageOf('fields.endOrNone')) : fields.validUntil,
          }}
          disabled={isPending}
          mustHaveEnd={document.validUntil !== null && !hasNoEnd}
        />
        {document.validUntil !== null && (
          <Checkbox
            label={t('hasNoEnd')}
            disabled={isPending}
            checked={hasNoEnd}
            onChange={(event) => {
              setHasNoEnd(event.currentTarget.checked);
              if (event.currentTarget.checked) setFacts({ ...facts, validUntil: null });
            }}
          />
        )}
        <VersionField
          facts={facts}
          onChange={({ version = '' }) => setFacts({ ...facts, version })}
          disabled={isPending}
        />
        <p className={styles.hint}>
          {document.validUntil === null
            ? t('replaceHint')
            : t('replaceHintUntil', { day: formatDay(document.validUntil) })}
        </p>
        <div className={styles.formFoot}>
          {missing !== null && <span className={styles.hint}>{missing}</span>}
          <Button variant="default" className={styles.first} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" disabled={missing !== null || problem !== null} loading={isPending}>
            {t('replace')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
