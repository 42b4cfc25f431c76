import { type ExportedFile, type ExportFormat, exportFormats } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../lib/download.ts';
import { useCommands } from '../lib/keyboard/commands.ts';
import { renderMessage } from '../lib/messages.ts';
import { useSingleFlight } from '../lib/use-single-flight.ts';
import styles from './export-button.module.css';
import { useIsHeaderSheetRow } from './layout/header-sheet-row.ts';
import { LateMenu } from './overlay/floats.tsx';

interface ExportButtonProps {
  /** Requests the file. Resolves to a finished file, or to one that a job makes and sends by email. */
  onExport: (format: ExportFormat) => Promise<ExportedFile>;
  formats?: readonly ExportFormat[];
  disabled?: boolean;
  /** Only an icon, where a header has no room for the word. */
  compact?: boolean;
  /** What else is saved, after the formats: what is drawn, as a picture of one look or another. */
  also?: { label: string; items: readonly { label: string; onClick: () => void }[]; disabled: boolean };
}

type Outcome = { kind: 'idle' | 'running' | 'mail' } | { kind: 'failed'; reason: string };

/** A menu of file formats. What is quick is downloaded; of the rest it says that an email will come. */
export function ExportButton(props: ExportButtonProps) {
  const { onExport, formats = exportFormats, disabled, also } = props;
  const compact = !useIsHeaderSheetRow() && props.compact;
  const { t } = useTranslation('common');
  const once = useSingleFlight();
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'idle' });
  const start = async (format: ExportFormat) => {
    setOutcome({ kind: 'running' });
    try {
      const file = await onExport(format);
      if (file.state === 'failed') throw new Error(renderMessage(file.errorDetail, file.error ?? ''));
      if (file.url) download(file.url, file.fileName);
      setOutcome({ kind: file.url ? 'idle' : 'mail' });
    } catch (error) {
      setOutcome({ kind: 'failed', reason: error instanceof Error ? error.message : '' });
    }
  };
  useCommands(
    disabled || outcome.kind === 'running'
      ? []
      : formats.map((format) => ({
          id: `export.${format}`,
          label: t('exportAs', { format: t(`exportFormats.${format}`) }),
          group: 'screen',
          inPalette: true,
          run: () => void once(() => start(format)),
        })),
  );
  return (
    <div className={styles.root}>
      <LateMenu
        position="bottom-end"
        withinPortal
        target={
          compact ? (
            <ActionIcon
              variant="default"
              size="md"
              aria-label={t('exportFile')}
              title={t('exportFile')}
              disabled={disabled}
              loading={outcome.kind === 'running'}
            >
              <IconFileSpreadsheet size={16} stroke={1.5} />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              disabled={disabled}
              loading={outcome.kind === 'running'}
              leftSection={<IconFileSpreadsheet size={16} stroke={1.5} />}
              rightSection={<IconChevronDown size={16} stroke={1.5} />}
            >
              {t('exportFile')}
            </Button>
          )
        }
      >
        {(Menu) => (
          <>
            {formats.map((format) => (
              <Menu.Item key={format} onClick={() => once(() => start(format))}>
                {t(`exportFormats.${format}`)}
              </Menu.Item>
            ))}
            {also && <Menu.Label>{also.label}</Menu.Label>}
            {also?.items.map(({ label, onClick }) => (
              <Menu.Item key={label} onClick={onClick} disabled={also.disabled}>
                {label}
              </Menu.Item>
            ))}
          </>
        )}
      </LateMenu>
      <div className={styles.said} role={outcome.kind === 'failed' ? 'alert' : 'status'}>
        {outcome.kind === 'running' && <span className="hub-visually-hidden">{t('exportRunning')}</span>}
        {outcome.kind === 'mail' && t('exportByMail')}
        {outcome.kind === 'failed' && (
          <span className={styles.failed}>
            {t('exportFailed')} {outcome.reason}
          </span>
        )}
      </div>
    </div>
  );
}
