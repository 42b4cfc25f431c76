import type { Certificate } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { type DocumentsFilter, documentsQuery } from '../../../domain/integration/documents.ts';
import { DeleteDocument } from './delete-document.tsx';

interface FilesProps {
  filter: DocumentsFilter;
  /** Spoken name of the list. */
  label: string;
  withIntegration: boolean;
  mayDelete?: boolean;
  /** The text of a failed read where it is another than usual. */
  failedText?: string;
}

/** The files of a game or of an integration, read when they are shown. */
export function Files({ filter, label, withIntegration, mayDelete = false, failedText }: FilesProps) {
  const { t } = useTranslation('documents');
  const files = useQuery(documentsQuery(filter));
  const isLoading = useDelayed(files.isPending);
  if (!files.data) {
    return (
      <QueryView query={files} text={failedText} compact>
        <div aria-busy="true">
          <p className="hub-visually-hidden">{t('loading')}</p>
          {isLoading && [1, 2, 3].map((line) => <SkeletonLine key={line} my={20} />)}
        </div>
      </QueryView>
    );
  }
  return (
    <QueryView query={files}>
      <DocumentList
        documents={files.data}
        label={label}
        withIntegration={withIntegration}
        noteOf={mayDelete ? (document) => <Games document={document} /> : undefined}
        actionsOf={mayDelete ? (document) => <DeleteDocument document={document} /> : undefined}
      />
    </QueryView>
  );
}

/** A file of several games says so: deleted in one place it goes from all. */
function Games({ document: { games } }: { document: Certificate }) {
  const { t } = useTranslation('documents');
  if (games.length < 2) return null;
  return (
    <span title={games.map(({ name }) => name).join(', ')}>{t('ofGames', { count: games.length })}</span>
  );
}
