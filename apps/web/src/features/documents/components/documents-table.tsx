import { type Certificate, documentState } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName, GameThumb, IntegrationName } from '../../../components/display/entity-label.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { sizeOf } from '../../../components/files/document-list.tsx';
import { FileIcon } from '../../../components/files/file-icon.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import type { Day } from '../../../lib/days.ts';
import { PLACEHOLDER } from '../../../lib/format.ts';
import { breakpoints, useIsNarrow, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { expiryOf } from '../facets.ts';
import { DocumentActions } from './document-actions.tsx';
import styles from './documents.module.css';
import { ValidUntil } from './valid-until.tsx';

/** What a row shows of a game. */
export interface GameFace {
  name: string;
  subName: string | null;
  src: string | undefined;
}

interface DocumentsTableProps {
  documents: readonly Certificate[];
  faces: ReadonlyMap<number, GameFace>;
  isLoading: boolean;
  /** Staff of the provider see integrations and who added a document, and may change and delete. */
  mayManage: boolean;
  /** Shows everything again; null where there is nothing that the filters hide. */
  onClear: (() => void) | null;
  /** Shows the games that need a certificate; null for whoever has none to add. */
  onMissing: (() => void) | null;
}

/** By what documents are sorted: those without an end, and those that were replaced, come after all that have one. */
function endOf(document: Certificate, today: Day): string {
  const isReplaced = documentState(document, today) === 'replaced';
  return (isReplaced ? null : document.validUntil) ?? '9999-12-31';
}

/** All documents in one table. */
export function DocumentsTable(props: DocumentsTableProps) {
  const { documents, faces, isLoading, mayManage } = props;
  const { t } = useTranslation('documents');
  const today = useToday();
  const isCompact = useMedia(breakpoints.laptop);
  const isTablet = useMedia(breakpoints.tablet);
  const isMedium = useMedia('(max-width: 81.99em)');
  const hasSizes = useMedia('(min-width: 96em)');
  const columns = useMemo<DataColumn<Certificate>[]>(() => {
    const typeOf = ({ type }: Certificate) => (type === null ? PLACEHOLDER : t(`types.${type}`));
    const all: (DataColumn<Certificate> | false)[] = [
      {
        id: 'document',
        header: t('document'),
        cell: (document) => <Name document={document} withSize={!hasSizes} />,
        sortable: true,
        value: ({ name }) => name,
        width: isTablet ? '44%' : isCompact ? '36%' : '30%',
      },
      {
        id: 'type',
        header: t('type'),
        cell: (document) => <span className={styles.dim}>{typeOf(document)}</span>,
        sortable: true,
        value: ({ type }) => (type === null ? null : t(`types.${type}`)),
      },
      {
        id: 'game',
        header: t('game'),
        cell: (document) => <Games document={document} faces={faces} />,
        sortable: true,
        value: ({ games }) => games[0]?.name ?? null,
        width: isTablet ? '34%' : '24%',
      },
      mayManage && {
        id: 'integration',
        header: t('integration'),
        cell: ({ integration }) =>
          integration ? (
            <IntegrationName name={integration.name} number={integration.id} />
          ) : (
            <span className={styles.dim}>{t('allOfThem')}</span>
          ),
        sortable: true,
        value: ({ integration }) => integration?.name ?? null,
      },
      {
        id: 'validUntil',
        header: t('validUntil'),
        cell: (document) => <ValidUntil document={document} />,
        fit: true,
        sortable: true,
        value: (document) => endOf(document, today),
      },
      {
        id: 'size',
        header: t('size'),
        cell: ({ bytes }) => sizeOf(bytes),
        align: 'right',
        sortable: true,
        value: ({ bytes }) => bytes,
      },
      {
        id: 'added',
        header: t('added'),
        cell: (document) => <Added document={document} />,
        align: 'right',
        sortable: true,
        value: ({ updatedAt }) => updatedAt,
      },
      {
        id: 'actions',
        header: '',
        label: t('actions'),
        cell: (document) => <DocumentActions document={document} mayManage={mayManage} />,
        align: 'right',
      },
    ];
    const hidden = [
      !hasSizes && 'size',
      isMedium && 'type',
      isCompact && 'integration',
      // Names are read, and when a document was added rarely is.
      isTablet && 'added',
    ];
    return all.flatMap((column) => (column && !hidden.includes(column.id) ? [column] : []));
  }, [t, faces, mayManage, today, isTablet, isCompact, isMedium, hasSizes]);
  return (
    <DataTable
      label={t('documents')}
      columns={columns}
      rows={documents}
      rowId={({ id }) => String(id)}
      rowHeight={48}
      fill
      // What has ended and what ends next is on top.
      sort={{ id: 'validUntil', desc: false }}
      loading={isLoading}
      empty={<Empty {...props} />}
      phoneRow={(document, sort) => ({
        art: <Art document={document} faces={faces} />,
        title: document.name,
        sub: (
          <span className={styles.phoneSub}>
            <span>
              {[gamesText(document) ?? t('generalDocument'), document.integration?.name]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span>
              <PhoneValue document={document} sortId={sort?.id} />
            </span>
          </span>
        ),
        value: <DocumentActions document={document} mayManage={mayManage} />,
      })}
    />
  );
}

/** What the rows are sorted by, if it is a date or a size; otherwise, and where there is a warning, the end if there is one. */
function PhoneValue({ document, sortId }: { document: Certificate; sortId: string | undefined }) {
  const { t } = useTranslation('documents');
  const isWarned = expiryOf(document, useToday()) !== null;
  const showsEnd = sortId !== 'added' && document.validUntil !== null;
  if (!isWarned && !showsEnd && sortId !== 'size') {
    return (
      <Trans
        t={t}
        i18nKey="addedDay"
        components={{ date: <DateTime value={document.updatedAt} format="date" /> }}
      />
    );
  }
  if (sortId === 'size' && !isWarned) return sizeOf(document.bytes);
  return <ValidUntil document={document} named />;
}

function Empty({ mayManage, onClear, onMissing }: DocumentsTableProps) {
  const { t } = useTranslation('documents');
  const isNarrow = useIsNarrow();
  if (onClear !== null) {
    return (
      <EmptyState
        title={t('none')}
        actions={
          <Button variant="default" onClick={onClear}>
            {t('clear')}
          </Button>
        }
      >
        {t('noneLeft')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('noneYet')}
      actions={
        onMissing && (
          <Button variant="default" onClick={onMissing}>
            {t('showMissing')}
          </Button>
        )
      }
    >
      {mayManage ? t(isNarrow ? 'noneYetHelp' : 'noneYetDrop') : t('noneYetOwn')}
    </EmptyState>
  );
}

function gamesText({ games }: Certificate): string | null {
  const [first] = games;
  if (!first) return null;
  return games.length === 1 ? first.name : `${first.name} +${games.length - 1}`;
}

function Art({ document, faces }: Pick<DocumentsTableProps, 'faces'> & { document: Certificate }) {
  const [first] = document.games;
  return first ? (
    <GameThumb src={faces.get(first.id)?.src} width={34} height={40} />
  ) : (
    <span className={styles.art}>
      <FileIcon fileName={document.fileName} />
    </span>
  );
}

/** The first game, and how many more; a general document has none. */
function Games({ document, faces }: Pick<DocumentsTableProps, 'faces'> & { document: Certificate }) {
  const { t } = useTranslation('documents');
  const { games, isGeneral } = document;
  const [first] = games;
  if (!first) return <span className={styles.dim}>{isGeneral ? t('generalDocument') : PLACEHOLDER}</span>;
  const face = faces.get(first.id);
  return (
    <span className={styles.games}>
      <GameName name={face?.name ?? first.name} subName={face?.subName ?? null} src={face?.src} />
      {games.length > 1 && (
        <span className={styles.more} title={games.map(({ name }) => name).join(', ')}>
          {`+${games.length - 1}`}
        </span>
      )}
    </span>
  );
}

/** Its file beneath where that has another name, and its size where no column shows it. */
function Name({ document, withSize }: { document: Certificate; withSize: boolean }) {
  const { name, fileName, bytes } = document;
  const second = [name !== fileName && fileName, withSize && sizeOf(bytes)].filter(Boolean).join(' · ');
  return (
    <span className={styles.document}>
      <FileIcon fileName={fileName} />
      <span className={styles.twoLines}>
        <span className="hub-ellipsis" title={name}>
          {name}
        </span>
        {second !== '' && (
          <span className={`hub-ellipsis ${styles.second}`} title={second}>
            {second}
          </span>
        )}
      </span>
    </span>
  );
}

function Added({ document: { updatedAt, addedBy } }: { document: Certificate }) {
  return (
    <span className={styles.twoLines}>
      <DateTime value={updatedAt} format="date" />
      {addedBy !== null && <span className={styles.second}>{addedBy}</span>}
    </span>
  );
}
