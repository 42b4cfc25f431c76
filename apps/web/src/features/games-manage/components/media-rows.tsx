import { type ImportedFile, mediaVerdicts } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../../components/table/data-table.tsx';
import { slots } from '../../../domain/game/form/media.ts';
import { renderMessage } from '../../../lib/messages.ts';
import styles from './sheet-panel.module.css';
import { VerdictRows } from './verdict-rows.tsx';

interface MediaRowsProps {
  files: readonly ImportedFile[];
  /** Of which so many change something. */
  good: number;
}

/** Those that could not be sent come last: they are sent again by a button. */
const verdicts = [...mediaVerdicts.filter((verdict) => verdict !== 'waiting'), 'waiting'] as const;

/** What each file would do, by verdict. */
export function MediaRows({ files, good }: MediaRowsProps) {
  const { t } = useTranslation('gamesManage');
  const columns: DataColumn<ImportedFile>[] = [
    {
      id: 'file',
      header: t('mediaFile'),
      cell: ({ name }) => <span className="hub-ellipsis">{name}</span>,
    },
    {
      id: 'game',
      header: t('game'),
      cell: ({ game }) => <span className="hub-ellipsis">{game?.name ?? '–'}</span>,
    },
    { id: 'what', header: t('sheetWhat'), cell: (file) => <FileFacts file={file} /> },
  ];
  return (
    <VerdictRows
      title={t('mediaRows')}
      found={t('mediaFound', { count: files.length, good })}
      switchLabel={t('mediaVerdicts')}
      verdicts={verdicts}
      verdictName={(verdict) => t(`mediaVerdict.${verdict}`)}
      rows={files}
      columns={columns}
      rowId={({ id, name }) => `${id} ${name}`}
      phoneRow={(file) => ({
        title: file.name,
        sub: (
          <div className={styles.phoneFacts}>
            {file.game?.name}
            <FileFacts file={file} />
          </div>
        ),
        isTall: true,
      })}
    />
  );
}

function FileFacts({ file }: { file: ImportedFile }) {
  const { t } = useTranslation('gamesManage');
  const { role, place, message, width, height } = file;
  const recommended = role === null || role === 'gallery' ? null : slots[role];
  const isOther =
    recommended !== null && width !== null && (recommended.width !== width || recommended.height !== height);
  return (
    <div className={styles.media}>
      <Shown address={file.old} label={t('mediaOld')} />
      {file.old !== null && file.new !== null && <span aria-hidden="true">→</span>}
      <Shown address={file.new} label={t('mediaNew')} />
      <ul className={styles.facts}>
        {role !== null && <li>{t(`mediaRole.${role}`, { place })}</li>}
        {width !== null && height !== null && (
          <li>
            {t('mediaSize', { width, height })}
            {isOther && `, ${t('mediaRecommended', recommended)}`}
          </li>
        )}
        {message !== null && <li data-wrong>{renderMessage(message, message.code)}</li>}
      </ul>
    </div>
  );
}

/** A picture, small; a video has none that could be shown. */
function Shown({ address, label }: { address: string | null; label: string }) {
  if (address === null || !/jpg|png|webp/i.test(address)) return null;
  return <img className={styles.shown} src={address} alt={label} title={label} loading="lazy" />;
}
