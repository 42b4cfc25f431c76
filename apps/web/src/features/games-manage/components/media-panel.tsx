import { type ImportedRole, importedFileName, importedRoles, mostImportedFiles } from '@ludus/contract';
import { Button, Progress } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { DropZone } from '../../../domain/game/form/drop-zone.tsx';
import { slots } from '../../../domain/game/form/media.ts';
import { useMediaImport } from '../../../domain/game/media-import.ts';
import { useImportAction } from '../../../domain/game/sheet.ts';
import { toast } from '../../../lib/toast.tsx';
import { showImports } from '../show-imports.ts';
import { toastImport, toastImportFailure } from '../toast-import.ts';
import { ImportFoot } from './import-foot.tsx';
import { MediaRows } from './media-rows.tsx';
import styles from './sheet-panel.module.css';

const accept = '.png,.jpg,.jpeg,.webp,.mp4,.webm,.mov,.avi,.wmv,.flv';

/** Images and videos of many games, each given to its game by the name of its file. */
export function MediaPanel() {
  const { t } = useTranslation('gamesManage');
  const { check, sending, choose, sendAgain, forget } = useMediaImport({ onFailed: toastImportFailure });
  const applying = useImportAction('apply', {
    onDone: (result) => {
      forget();
      toastImport(result, 'applied');
      showImports('game-imports');
    },
    onFailed: toastImportFailure,
  });
  const take = (chosen: File[]) => {
    if (chosen.length <= mostImportedFiles) void choose(chosen);
    else toast('error', t('mediaTooMany', { max: mostImportedFiles }));
  };
  const files = check?.files ?? [];
  const count = files.filter(({ verdict }) => verdict === 'add' || verdict === 'replace').length;
  const hasWaiting = files.some(({ verdict }) => verdict === 'waiting');
  return (
    <>
      <Panel flush title={t('mediaTitle')}>
        <div className={styles.intro}>
          <p>{t('mediaHelp')}</p>
          <Examples />
          <DropZone label={t('mediaFiles')} accept={accept} multiple className={styles.zone} onFiles={take}>
            {(open) => (
              <>
                <span>{t('mediaDrop', { max: mostImportedFiles })}</span>
                <Button
                  variant="default"
                  leftSection={<IconPhotoUp size={16} stroke={1.5} />}
                  loading={sending !== null}
                  onClick={open}
                >
                  {t('mediaChoose')}
                </Button>
              </>
            )}
          </DropZone>
          {sending !== null && (
            <div className={styles.sending}>
              <span role="status">{t('mediaSending', sending)}</span>
              <Progress
                size={6}
                value={sending.count === 0 ? 0 : (sending.done / sending.count) * 100}
                aria-label={t('mediaSending', sending)}
              />
            </div>
          )}
        </div>
      </Panel>
      {check !== null && sending === null && (
        <>
          <MediaRows files={files} good={count} />
          <ImportFoot
            importId={check.import.id}
            label={t('mediaApply', { count })}
            question={{ title: t('mediaConfirm', { count }), text: t('mediaConfirmText') }}
            isDisabled={count === 0}
            applying={applying}
          >
            {hasWaiting && (
              <Button variant="default" onClick={() => void sendAgain()}>
                {t('mediaAgain')}
              </Button>
            )}
          </ImportFoot>
        </>
      )}
    </>
  );
}

/** One name of each kind, with what it is for. */
function Examples() {
  const { t } = useTranslation('gamesManage');
  const usesOf = (role: ImportedRole) =>
    role === 'gallery'
      ? t('mediaExample.gallery')
      : `${t(`mediaRole.${role}`)}, ${t('mediaExample.size', slots[role])}`;
  return (
    <dl className={styles.examples} aria-label={t('mediaExamples')}>
      {importedRoles.map((role) => (
        <div key={role}>
          <dt>
            <code>{importedFileName('golden-reef', { role, place: 1, extension: 'webp' })}</code>
          </dt>
          <dd>{usesOf(role)}</dd>
        </div>
      ))}
    </dl>
  );
}
