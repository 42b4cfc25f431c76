import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { type DocumentsFilter, documentsQuery } from '../../../domain/integration/documents.ts';
import { ValidUntil } from './valid-until.tsx';

interface FilesProps {
  filter: DocumentsFilter;
  /** Spoken name of the list. */
  label: string;
  withIntegration: boolean;
}

/** The files of a game or of an integration, read when they are shown. */
export function Files({ filter, label, withIntegration }: FilesProps) {
  const { t } = useTranslation('documents');
  const files = useQuery(documentsQuery(filter));
  const isLoading = useDelayed(files.isPending);
  if (!files.data) {
    return (
      <QueryView query={files} compact>
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
        noteOf={(document) =>
          (document.validUntil !== null || document.replacedBy !== null) && (
            <ValidUntil document={document} named />
          )
        }
      />
    </QueryView>
  );
}
