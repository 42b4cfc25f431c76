import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { actionBarPage } from '../../../components/layout/action-bar.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { PageTabsList } from '../../../components/layout/page-tabs-list.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { BetPanel } from '../components/bet-panel.tsx';
import { FileParts } from '../components/file-parts.tsx';
import { GamePanel } from '../components/game-panel.tsx';
import { IntegrationPanel } from '../components/integration-panel.tsx';
import { MediaPanel } from '../components/media-panel.tsx';
import { SheetImports } from '../components/sheet-imports.tsx';
import panelStyles from '../components/sheet-panel.module.css';
import { SheetPanel } from '../components/sheet-panel.tsx';
import { UnsavedBar } from '../components/unsaved-bar.tsx';
import { type ManageSearch, type PanelId, panels } from '../search.ts';
import { type PickKey, useDrafts } from '../use-drafts.ts';

interface ManageGamesPageProps {
  search: ManageSearch;
  onSearch: (search: ManageSearch) => void;
  modeSwitch: ReactNode;
  /** The third panel, the same that the documentation page shows; null where there is none. */
  certificates: ReactNode;
}

/** Which integration sees which game (area VIS). */
export function ManageGamesPage({ search, onSearch, modeSwitch, certificates }: ManageGamesPageProps) {
  const { t } = useTranslation('gamesManage');
  const drafts = useDrafts();
  const canManageBets = useCan('bets:manage');
  const offered = panels.filter((id) => id !== 'certificates' || certificates !== null);
  const panel: PanelId = offered.find((id) => id === search.panel) ?? 'integration';
  const open = (next: ManageSearch) =>
    onSearch({ ...search, ...next, panel: next.panel === 'integration' ? undefined : next.panel });
  const openPick = (key: PickKey) => {
    const [kind, id] = key.split(':');
    open(
      kind === 'game'
        ? { panel: 'game', game: Number(id) }
        : { panel: 'integration', integration: Number(id) },
    );
  };

  return (
    <>
      <PageHeader title={t('title')} context={t('context')} actions={modeSwitch} />
      <PageBody className={actionBarPage}>
        <Tabs
          className={tabStyles.tabs}
          value={panel}
          onChange={(value) => open({ panel: offered.find((one) => one === value) })}
          keepMounted={false}
        >
          <PageTabsList label={t('panels')} current={panel}>
            {offered.map((id) => (
              <Tabs.Tab key={id} value={id}>
                {t(`panel.${id}`)}
              </Tabs.Tab>
            ))}
          </PageTabsList>
          <Tabs.Panel value="integration" className={tabStyles.panel}>
            <IntegrationPanel
              picked={search.integration}
              drafts={drafts}
              onPick={(integration) => open({ panel, integration })}
              onPickKey={openPick}
            />
          </Tabs.Panel>
          <Tabs.Panel value="game" className={tabStyles.panel}>
            <GamePanel
              picked={search.game}
              drafts={drafts}
              onPick={(game) => open({ panel, game })}
              onPickKey={openPick}
            />
          </Tabs.Panel>
          <Tabs.Panel value="certificates" className={tabStyles.panel}>
            {certificates}
            <UnsavedBar drafts={drafts} onPick={openPick} />
          </Tabs.Panel>
          <Tabs.Panel value="file" className={tabStyles.panel}>
            <FileParts withBets={canManageBets} />
            <div id="games-file" className={panelStyles.part}>
              <SheetPanel />
            </div>
            <div id="media-files" className={panelStyles.part}>
              <MediaPanel />
              <SheetImports />
            </div>
            {canManageBets && <BetPanel integration={search.integration} operator={search.operator} />}
            <UnsavedBar drafts={drafts} onPick={openPick} />
          </Tabs.Panel>
        </Tabs>
      </PageBody>
      {/* Another panel or pick keeps what waits; another page does not. */}
      <LeaveGuard
        mustAsk={() => drafts.all.length > 0}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText', { names: drafts.all.map(({ name }) => name).join(', ') })}
      </LeaveGuard>
    </>
  );
}
