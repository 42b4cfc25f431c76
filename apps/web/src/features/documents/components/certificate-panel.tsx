import { documentState, type getCertificate, jurisdictionName, type ResponseOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload, IconFileArrowRight, IconLifebuoy, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { sizeOf } from '../../../components/files/document-list.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { certificateQuery } from '../../../domain/certificate/certificates.ts';
import { newTicketHref } from '../../../domain/ticket/prepared-ticket.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay } from '../../../lib/format.ts';
import { languageName, readerLanguage } from '../../../lib/language-names.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useDaysLeft } from '../use-days-left.ts';
import styles from './certificate-panel.module.css';
import { DeleteDocument } from './delete-document.tsx';
import { EditDocument } from './edit-document.tsx';
import { ReplaceDocument } from './replace-document.tsx';
import { StateBadge } from './state-badge.tsx';

type Detail = ResponseOf<typeof getCertificate>;

interface CertificatePanelProps {
  id: number;
  mayManage: boolean;
  /** Shows another document in its place. */
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Everything that is known of a document, and what can be done with it. */
export function CertificatePanel({ id, mayManage, onOpen, onClose }: CertificatePanelProps) {
  const { t } = useTranslation('documents');
  const query = useQuery(certificateQuery(id));
  const document = query.data?.id === id ? query.data : undefined;
  return (
    <DetailPanel
      label={document?.name ?? t('document')}
      title={document?.name}
      state={document && <StateBadge document={document} />}
      width={560}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {document ? (
          <Content document={document} mayManage={mayManage} onOpen={onOpen} onClose={onClose} />
        ) : (
          [1, 2, 3, 4].map((line) => <SkeletonLine key={line} my={16} />)
        )}
      </QueryView>
    </DetailPanel>
  );
}

function Content({
  document,
  mayManage,
  onOpen,
  onClose,
}: Omit<CertificatePanelProps, 'id'> & { document: Detail }) {
  const { t, i18n } = useTranslation('documents');
  const { t: files } = useTranslation('files');
  const mayReport = useCan('tickets:use');
  const reader = readerLanguage(i18n.language);
  const today = useToday();
  const { type, jurisdiction, integration, language, version, validFrom, validUntil, replacedBy } = document;
  const daysLeft = useDaysLeft();
  const [dialog, setDialog] = useState<'edit' | 'replace' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <div className={styles.actions}>
        <Button
          component="a"
          href={document.url}
          download={document.fileName}
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.5} />}
          aria-label={files('download', { name: document.name })}
        >
          {t('download')}
        </Button>
        {mayReport && (
          <Button
            component={InternalLink}
            href={newTicketHref({
              type: 'certificate',
              ...(document.games[0] && { game: document.games[0].id }),
              ...(integration && { integration: integration.id }),
              ...(jurisdiction !== null && { jurisdiction }),
            })}
            variant="default"
            leftSection={<IconLifebuoy size={16} stroke={1.5} />}
          >
            {t('newTicket')}
          </Button>
        )}
        {mayManage && (
          <>
            {replacedBy === null && (
              <Button
                variant="default"
                leftSection={<IconFileArrowRight size={16} stroke={1.5} />}
                onClick={() => setDialog('replace')}
              >
                {t('replaceFile')}
              </Button>
            )}
            <span className={styles.together}>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.5} />}
                onClick={() => setDialog('edit')}
              >
                {t('editShort')}
              </Button>
              <DeleteDocument document={document} onDeleted={onClose} />
            </span>
          </>
        )}
      </div>
      {replacedBy !== null && (
        <p className={styles.successor}>
          {t(
            documentState(document, today) === 'replaced' || replacedBy.validFrom === null
              ? 'replacedByNow'
              : 'replacedByFrom',
            { day: replacedBy.validFrom && formatDay(replacedBy.validFrom) },
          )}{' '}
          <button type="button" className={styles.link} onClick={() => onOpen(replacedBy.id)}>
            {replacedBy.name}
          </button>
        </p>
      )}
      <Facts>
        <Fact label={t('type')}>{type === null ? t('noType') : t(`types.${type}`)}</Fact>
        <Fact label={t('jurisdiction')}>
          {jurisdiction === null ? t('noJurisdiction') : jurisdictionName(jurisdiction, reader)}
        </Fact>
        <Fact label={t('validFrom')}>{validFrom === null ? t('noStart') : formatDay(validFrom)}</Fact>
        <Fact label={t('validUntil')}>
          {validUntil === null ? t('noEnd') : `${formatDay(validUntil)}, ${daysLeft(document)}`}
        </Fact>
        <Fact label={t('integration')}>
          {integration ? <IntegrationName name={integration.name} number={integration.id} /> : t('allOfThem')}
        </Fact>
        <Fact label={t('language')}>
          {language === null ? t('noLanguage') : languageName(language, reader)}
        </Fact>
        <Fact label={t('version')}>{version ?? t('noVersion')}</Fact>
        <Fact label={t('added')}>
          <DateTime value={document.updatedAt} format="date" />
          {document.addedBy !== null && ` · ${document.addedBy}`}
        </Fact>
        {document.replaces !== null && (
          <Fact label={t('replaces')}>
            <button
              type="button"
              className={styles.link}
              onClick={() => document.replaces && onOpen(document.replaces.id)}
            >
              {document.replaces.name}
            </button>
          </Fact>
        )}
      </Facts>
      <PanelPart title={t('file')}>
        <p className={styles.file}>
          {document.fileName} · {sizeOf(document.bytes)}
        </p>
        {document.checksum === null ? (
          <p className={styles.note}>{t('noChecksum')}</p>
        ) : (
          <p className={styles.checksum}>
            <span className={styles.algorithm}>SHA-256</span>
            <code>{document.checksum}</code>
            <CopyButton
              value={document.checksum}
              label={t('checksum')}
              success={t('checksumCopied')}
              failure={t('checksumNotCopied')}
            />
          </p>
        )}
      </PanelPart>
      <PanelPart
        title={document.isGeneral ? t('generalDocument') : t('gamesCount', { count: document.games.length })}
      >
        {document.isGeneral ? (
          <p className={styles.note}>{t('generalNote')}</p>
        ) : (
          <ul className={styles.games} aria-label={t('coveredGames')}>
            {document.games.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        )}
      </PanelPart>
      {dialog === 'edit' && <EditDocument document={document} onClose={close} />}
      {dialog === 'replace' && <ReplaceDocument document={document} onReplaced={onOpen} onClose={close} />}
    </>
  );
}
