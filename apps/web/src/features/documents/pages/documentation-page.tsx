import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { DocumentsPanel } from '../components/documents-panel.tsx';
import type { DocumentsSearch } from '../search.ts';

interface DocumentationPageProps {
  search: DocumentsSearch;
  onSearch: (search: DocumentsSearch, typing: boolean) => void;
}

/** Certificates and other documents of integrations and games (area DOC). */
export function DocumentationPage(props: DocumentationPageProps) {
  const { t } = useTranslation('documents');
  const own = useOwnIntegration();
  return (
    <DocumentsPanel
      {...props}
      renderPage={(list, addButton) => (
        <>
          <PageHeader
            title={t('pageTitle')}
            context={
              <span>
                {own === null ? t('context') : t('contextOwn', { name: own })}
                {'. '}
                <Link
                  style={{ color: 'var(--hub-accent-text)', textDecoration: 'underline' }}
                  to="/operator-guide"
                >
                  {t('operatorGuide')}
                </Link>
              </span>
            }
            actions={addButton}
          />
          <PageBody fill>{list}</PageBody>
        </>
      )}
    />
  );
}
