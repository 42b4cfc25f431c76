import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useOwnIntegration } from '../../../domain/game/catalog-viewer.ts';
import { integrationByNameQuery } from '../../../domain/integration/integrations.ts';
import type { DocumentsSearch } from '../search.ts';
import { AddDocument } from './add-document.tsx';
import styles from './certificates.module.css';
import { Files } from './files.tsx';
import { GamesDocuments } from './games-documents.tsx';
import { IntegrationChoice } from './integration-choice.tsx';

interface CertificatesPanelProps {
  search: DocumentsSearch;
  /** `typing` is true while someone types: the address then changes in place. */
  onSearch: (search: DocumentsSearch, typing: boolean) => void;
}

/**
 * General documents of an integration, and the documents of games (area CERT). Staff of the provider choose the
 * integration, add and delete; everyone else views and downloads what is their own integration's.
 */
export function CertificatesPanel(props: CertificatesPanelProps) {
  const own = useOwnIntegration();
  return own === null ? <ManagedDocuments {...props} /> : <OwnDocuments name={own} {...props} />;
}

function ManagedDocuments({ search, onSearch }: CertificatesPanelProps) {
  const { t } = useTranslation('documents');
  const [isAdding, setAdding] = useState(false);
  const chosen = search.integration ?? null;
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.choice}>
          <IntegrationChoice
            value={chosen}
            onChange={(id) => onSearch({ ...search, integration: id ?? undefined }, false)}
          />
        </div>
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </div>
      <Documents integrationId={chosen} mayManage search={search} onSearch={onSearch} />
      {isAdding && (
        <AddDocument
          integrationId={chosen}
          gameId={search.game ?? null}
          onClose={() => setAdding(false)}
          onAdded={({ integrationId, gameIds }) => {
            setAdding(false);
            // What was added is on screen afterwards.
            const game = gameIds[0] ?? search.game;
            onSearch({ ...search, integration: integrationId ?? search.integration, game }, false);
          }}
        />
      )}
    </>
  );
}

function OwnDocuments({ name, ...props }: CertificatesPanelProps & { name: string }) {
  const { t } = useTranslation('documents');
  const own = useQuery(integrationByNameQuery(name));
  const isLoading = useDelayed(own.isPending);
  if (own.data) return <Documents integrationId={own.data.id} mayManage={false} {...props} />;
  return (
    <Panel label={t('general')}>
      <QueryView query={own} text={t('failed')}>
        <div aria-busy="true">
          <p className="hub-visually-hidden">{t('loading')}</p>
          {isLoading && [1, 2, 3].map((line) => <SkeletonLine key={line} my={20} />)}
        </div>
      </QueryView>
    </Panel>
  );
}

interface DocumentsProps extends CertificatesPanelProps {
  integrationId: number | null;
  mayManage: boolean;
}

function Documents({ integrationId, mayManage, search, onSearch }: DocumentsProps) {
  const { t } = useTranslation('documents');
  return (
    <div className={styles.panels}>
      <Panel title={t('general')} coverage={t('generalCoverage')} ruled>
        {integrationId === null ? (
          <EmptyState title={t('chooseTitle')} compact>
            {t('chooseText')}
          </EmptyState>
        ) : (
          <Files
            // Another integration's rows are other rows.
            key={integrationId}
            filter={{ integrationId }}
            label={t('general')}
            withIntegration={false}
            mayDelete={mayManage}
            failedText={t('failed')}
          />
        )}
      </Panel>
      <GamesDocuments
        integrationId={integrationId}
        mayManage={mayManage}
        openId={search.game}
        onOpen={(game) => onSearch({ ...search, game }, false)}
        find={search.find}
        onFind={(find) => onSearch({ ...search, find: find.trim() || undefined }, true)}
      />
    </div>
  );
}
