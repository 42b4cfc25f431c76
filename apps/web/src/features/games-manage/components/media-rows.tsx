import { type ImportedFile, type MediaVerdict, mediaVerdicts } from '@ludus/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { slots } from '../../../domain/game/form/media.ts';
import { formatCount } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import styles from './sheet-panel.module.css';

interface MediaRowsProps {
  files: readonly ImportedFile[];
  /** Of which so many change something. */
  good: number;
}

/** What each file would do, by verdict. */
export function MediaRows({ files, good }: MediaRowsProps) {
  const { t } = useTranslation('gamesManage');
  const of = (verdict: MediaVerdict) => files.filter((file) => file.verdict === verdict);
  const offered = mediaVerdicts.filter((verdict) => of(verdict).length > 0);
  const [wanted, setWanted] = useState<MediaVerdict | null>(null);
  const first = offered.find((verdict) => verdict !== 'waiting') ?? offered[0] ?? 'add';
  const verdict = wanted !== null && offered.includes(wanted) ? wanted : first;
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
    <Panel flush title={t('mediaRows')}>
      <div className={styles.verdicts}>
        <p role="status">{t('mediaFound', { count: files.length, good })}</p>
        <SegmentedSwitch
          label={t('mediaVerdicts')}
          value={verdict}
          onChange={setWanted}
          options={offered.map((value) => ({
            value,
            label: `${t(`mediaVerdict.${value}`)} ${formatCount(of(value).length)}`,
          }))}
        />
      </div>
      <DataTable
        label={t('mediaRows')}
        columns={columns}
        rows={of(verdict)}
        rowId={({ id, name }) => `${id} ${name}`}
        maxHeight={480}
        phoneRow={(file) => ({
          title: file.name,
          sub: (
            <>
              {file.game?.name} <FileFacts file={file} />
            </>
          ),
          isTall: true,
        })}
      />
    </Panel>
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
