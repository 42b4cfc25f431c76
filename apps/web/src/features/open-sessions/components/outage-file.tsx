import type { OpenAge } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsHeaderSheetRow } from '../../../components/layout/header-sheet-row.ts';
import { LateMenu } from '../../../components/overlay/floats.tsx';
import { requestOpenSessionsFile } from '../../../domain/session/open-sessions.ts';
import { download } from '../../../lib/download.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';

interface OutageFileProps {
  integrations: readonly { id: number; name: string }[];
  /** Those that are chosen on the screen; none: all. */
  ages: readonly OpenAge[] | undefined;
  /** Only an icon, where the header has no room for the words. */
  compact: boolean;
}

/** Downloads the external ids of an integration's open sessions: at once where there is one integration, else from a menu of them. */
export function OutageFile({ integrations, ages, ...props }: OutageFileProps) {
  const compact = !useIsHeaderSheetRow() && props.compact;
  const { t } = useTranslation('openSessions');
  const once = useSingleFlight();
  const [isRunning, setRunning] = useState(false);
  const start = async (integrationId: number) => {
    setRunning(true);
    try {
      const file = await requestOpenSessionsFile({ integrationId, ages: ages ? [...ages] : undefined });
      if (file.state === 'failed') throw new Error(renderMessage(file.errorDetail, file.error ?? ''));
      if (file.url) download(file.url, file.fileName);
      else toast('mail', t('fileByMail'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      toast('error', t('fileFailed', { reason }), { error });
    } finally {
      setRunning(false);
    }
  };
  const [only, ...others] = integrations;
  const isAlone = only !== undefined && others.length === 0;
  const common = {
    variant: 'default',
    disabled: only === undefined,
    loading: isRunning,
    title: t('fileHint'),
    ...(isAlone ? { onClick: () => void once(() => start(only.id)) } : {}),
  } as const;
  const button = compact ? (
    <ActionIcon size="md" aria-label={t('file')} {...common}>
      <IconFileDownload size={16} stroke={1.5} />
    </ActionIcon>
  ) : (
    <Button leftSection={<IconFileDownload size={16} stroke={1.5} />} {...common}>
      {t('file')}
    </Button>
  );
  if (integrations.length < 2) return button;
  return (
    <LateMenu position="bottom-end" withinPortal target={button}>
      {(Menu) =>
        integrations.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => once(() => start(id))}>
            {t('fileOf', { name })}
          </Menu.Item>
        ))
      }
    </LateMenu>
  );
}
