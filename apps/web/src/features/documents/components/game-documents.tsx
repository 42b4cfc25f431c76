import { listCertificates, listIntegrations } from '@ludus/contract';
import { Modal } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentList } from '../../../components/files/document-list.tsx';
import { IntegrationChip } from '../../../components/identity.tsx';
import { MultiPicker } from '../../../components/multi-picker.tsx';
import { SkeletonLine, useDelayed } from '../../../components/skeletons.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { queryFor } from '../../../lib/api/index.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import styles from './game-documents.module.css';

/** The addresses of files last an hour: a dialog left open gets new ones before that. */
const addressesLastMs = 30 * 60_000;

interface GameDocumentsProps {
  game: { id: number; name: string };
  /** Documentation elsewhere on the web (OPEN-37). */
  docsUrl: string | null;
  /** The person's own integration; null for staff of the provider, who choose one (GAME-36, GAME-37). */
  integrationId: number | null;
  onClose: () => void;
}

/** A game's documentation over the page (GAME-35 to GAME-38). */
export function GameDocuments({ game, docsUrl, integrationId, onClose }: GameDocumentsProps) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const mayChoose = useCan('integrations:manage');
  const [chosen, setChosen] = useState<number | null>(null);
  const shownFor = mayChoose ? chosen : integrationId;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: game.name })}
      fullScreen={isNarrow}
      size={560}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={styles.body}>
        {docsUrl && (
          <a className={styles.site} href={docsUrl} target="_blank" rel="noopener noreferrer">
            <span>{t('site')}</span>
            <IconExternalLink size={16} stroke={1.5} aria-hidden="true" />
            <span className="hub-visually-hidden">({t('newTab')})</span>
          </a>
        )}
        {mayChoose && <IntegrationChoice value={chosen} onChange={setChosen} />}
        <Files game={game} integrationId={shownFor} withIntegration={mayChoose && chosen === null} />
      </div>
    </Modal>
  );
}

interface IntegrationChoiceProps {
  value: number | null;
  onChange: (id: number | null) => void;
}

function IntegrationChoice({ value, onChange }: IntegrationChoiceProps) {
  const { t } = useTranslation('documents');
  const integrations = useQuery(queryFor(listIntegrations, { query: { with: ['platforms'] } }));
  if (integrations.isError) {
    return (
      <ErrorState compact onReload={() => void integrations.refetch()} reloading={integrations.isFetching} />
    );
  }
  return (
    <MultiPicker
      single
      label={t('integration')}
      placeholder={t('allIntegrations')}
      options={(integrations.data?.rows ?? []).map(({ id, name }) => ({
        value: String(id),
        label: name,
        art: <IntegrationChip name={name} number={id} />,
      }))}
      value={value === null ? [] : [String(value)]}
      onChange={(ids) => onChange(ids[0] === undefined ? null : Number(ids[0]))}
    />
  );
}

interface FilesProps {
  game: GameDocumentsProps['game'];
  integrationId: number | null;
  withIntegration: boolean;
}

function Files({ game, integrationId, withIntegration }: FilesProps) {
  const { t } = useTranslation('documents');
  const files = useQuery({
    ...queryFor(listCertificates, {
      query: { gameId: game.id, ...(integrationId === null ? {} : { integrationId }) },
    }),
    staleTime: 0,
    refetchInterval: addressesLastMs,
  });
  const isLoading = useDelayed(files.isPending);
  if (files.isError && !files.data) {
    return <ErrorState compact onReload={() => void files.refetch()} reloading={files.isFetching} />;
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
      label={t('files', { name: game.name })}
      withIntegration={withIntegration}
    />
  );
}
