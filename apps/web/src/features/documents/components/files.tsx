import type { Certificate } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { formatCount } from '../../../lib/format.ts';
import { type DocumentsAsked, documentsQuery } from '../api/documents.ts';
import { DeleteDocument } from './delete-document.tsx';

interface FilesProps {
  asked: DocumentsAsked;
  /** Spoken name of the list. */
  label: string;
  withIntegration: boolean;
  mayDelete?: boolean;
  /** The text of a failed read where it is another than usual (OPEN-62). */
  failedText?: string;
}

/** The files of a game or of an integration, read when they are shown. */
export function Files({ asked, label, withIntegration, mayDelete = false, failedText }: FilesProps) {
  const { t } = useTranslation('documents');
  const files = useQuery(documentsQuery(asked));
  const isLoading = useDelayed(files.isPending);
  if (files.isError && !files.data) {
    return (
      <ErrorState
        compact
        text={failedText}
        onReload={() => void files.refetch()}
        reloading={files.isFetching}
      />
    );
  }
  if (!files.data) {
    return (
      <div aria-busy="true">
        <p className="hub-visually-hidden">{t('loading')}</p>
        {isLoading && [1, 2, 3].map((line) => <SkeletonLine key={line} my={20} />)}
      </div>
    );
  }
  return (
    <DocumentList
      documents={files.data}
      label={label}
      withIntegration={withIntegration}
      noteOf={mayDelete ? (document) => <Games document={document} /> : undefined}
      actionsOf={mayDelete ? (document) => <DeleteDocument document={document} /> : undefined}
    />
  );
}

/** A file of several games says so: deleted in one place it goes from all. */
function Games({ document: { games } }: { document: Certificate }) {
  const { t } = useTranslation('documents');
  if (games.length < 2) return null;
  return (
    <span title={games.map(({ name }) => name).join(', ')}>
      {t('ofGames', { shown: formatCount(games.length) })}
    </span>
  );
}
