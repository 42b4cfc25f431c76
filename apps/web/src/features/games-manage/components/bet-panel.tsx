import type { checkBetSheet, ResponseOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { checkBets, useBetImportAction, useExportBets } from '../../../domain/game/bet-imports.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { toast } from '../../../lib/toast.tsx';
import { showImports } from '../show-imports.ts';
import { toastImportFailure } from '../toast-import.ts';
import { BetImports } from './bet-imports.tsx';
import { BetRows } from './bet-rows.tsx';
import { ImportFoot } from './import-foot.tsx';
import { SheetDrop } from './sheet-drop.tsx';
import styles from './sheet-panel.module.css';

/** What the address of a link to the bet lists ends with. */
const ownHash = '#bet-lists';

interface BetPanelProps {
  integration?: number | undefined;
  operator?: string | undefined;
}

/**
 * Bet lists in a workbook: out, checked list by list on their way back, and applied by a job. `integration` and `operator` are whose
 * lists someone comes from.
 */
export function BetPanel({ integration, operator }: BetPanelProps) {
  const { t } = useTranslation('gamesManage');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === ownHash) place.current?.scrollIntoView();
  }, []);
  const [file, setFile] = useState<File | null>(null);
  const [check, setCheck] = useState<ResponseOf<typeof checkBetSheet> | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const forget = () => {
    setCheck(null);
    setFile(null);
  };
  const applying = useBetImportAction('apply', {
    onDone: ({ id }) => {
      forget();
      setShownId(id);
      showImports('bet-imports');
    },
    onFailed: (error) => {
      // One that waits for approval is not applied again.
      if ('held' in error && error.held !== undefined) forget();
      toastImportFailure(error);
    },
  });
  const choose = async (chosen: File) => {
    if (isChecking) return;
    setFile(chosen);
    // What an earlier file would do is no longer what the button applies.
    setCheck(null);
    setChecking(true);
    try {
      setCheck(await checkBets(chosen));
    } catch (error) {
      toastImportFailure(error as Error);
    }
    setChecking(false);
  };
  const count = check?.import.lists ?? 0;
  return (
    <>
      <Panel flush title={t('betsTitle')}>
        <div id="bet-lists" className={styles.intro} ref={place}>
          <p>{t('betsHelp')}</p>
          <BetExport first={integration} firstOperator={operator} />
          <SheetDrop
            label={t('betsFile')}
            invitation={t('betsDrop')}
            file={file}
            isChecking={isChecking}
            onChoose={(chosen) => void choose(chosen)}
          />
        </div>
      </Panel>
      <PendingChanges subject="bet-import" />
      {check !== null && (
        <>
          <BetRows check={check} />
          <ImportFoot
            importId={check.import.id}
            label={t('betsApply', { count })}
            question={{ title: t('betsConfirm', { count }), text: t('betsConfirmText') }}
            isDisabled={count === 0}
            applying={applying}
          />
        </>
      )}
      <BetImports shownId={shownId} onShow={setShownId} />
    </>
  );
}

interface BetExportProps {
  first: number | undefined;
  firstOperator: string | undefined;
}

/** Which lists are exported: of an integration, `first` to begin with, or of one of its operators. */
function BetExport({ first, firstOperator }: BetExportProps) {
  const { t } = useTranslation('gamesManage');
  const integrations = useQuery(integrationsQuery('operators')).data?.rows ?? [];
  const [integrationId, setIntegrationId] = useState<number | null>(first ?? null);
  const [operatorCode, setOperatorCode] = useState(firstOperator);
  const operators = integrations.find(({ id }) => id === integrationId)?.operators ?? [];
  // The address may name one that the integration does not have.
  const operator = operators.find(({ code }) => code === operatorCode)?.code;
  const exporting = useExportBets({
    onDone: ({ unread }) => {
      if (unread > 0) toast('warning', t('betsUnread', { count: unread }));
    },
    onFailed: toastImportFailure,
  });
  return (
    <div className={styles.export}>
      <MultiPicker
        single
        label={t('integration')}
        placeholder={t('pickIntegration')}
        options={integrations.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={integrationId === null ? [] : [String(integrationId)]}
        onChange={([id]) => {
          setIntegrationId(id === undefined ? null : Number(id));
          setOperatorCode(undefined);
        }}
      />
      <MultiPicker
        single
        label={t('betsOperator')}
        placeholder={t('betsAllOperators')}
        disabled={integrationId === null}
        options={operators.map(({ code, name }) => ({ value: code, label: name, note: code }))}
        value={operator === undefined ? [] : [operator]}
        onChange={([code]) => setOperatorCode(code)}
      />
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} />}
        disabled={integrationId === null}
        loading={exporting.isPending}
        onClick={() =>
          integrationId !== null &&
          exporting.mutate({ integrationId, ...(operator === undefined ? {} : { operatorCode: operator }) })
        }
      >
        {t('betsExport')}
      </Button>
    </div>
  );
}
