import type { IntegrationBalance } from '@ludus/contract';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import tabStyles from '../../../components/layout/page-tabs.module.css';
import { balancesQuery, statementsQuery, unstatedQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount } from '../../../lib/format.ts';
import { BalanceTab } from '../components/balance-tab.tsx';
import { IssueMonthsPanel } from '../components/issue-months-panel.tsx';
import { IssuerTab } from '../components/issuer-tab.tsx';
import { OwedTab } from '../components/owed-tab.tsx';
import { PreviewPanel } from '../components/preview-panel.tsx';
import { StatementPanel } from '../components/statement-panel.tsx';
import styles from '../components/statements.module.css';
import { StatementsTab } from '../components/statements-tab.tsx';
import { TermsTab } from '../components/terms-tab.tsx';
import { queryOf } from '../query.ts';
import { type StatementsSearch, statementTabs, tabOf, withoutPanel } from '../search.ts';
import { balanceText, type StatementsText, sumOf, unstatedTexts } from '../statement-texts.tsx';

interface StatementsPageProps {
  search: StatementsSearch;
  onSearch: (search: StatementsSearch) => void;
}

/** What is owed in all: of one integration by its name; and how much is on no statement yet. */
function contextOf(t: StatementsText, balances: readonly IntegrationBalance[], mayManage: boolean): string {
  const sum = sumOf(...balances.map(({ balance }) => balance));
  const [first, ...others] = balances;
  if (!mayManage || sum === 0) return balanceText(t, sum, null);
  if (first !== undefined && others.length === 0) return balanceText(t, sum, first.integration.name);
  return t(sum > 0 ? 'allOwe' : 'allInFavour', { amount: formatAmount(Math.abs(sum)) });
}

/** Statements, balances, terms and the issuer of both sides' accounts. Tab, filters and what is open live in the URL. */
export function StatementsPage({ search, onSearch }: StatementsPageProps) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const tabs = statementTabs.filter((one) => one !== 'issuer' || mayManage);
  const balances = useQuery(balancesQuery()).data?.rows;
  // Every integration with a statement has a balance.
  const tab = tabOf(search, { mayManage, hasStatements: balances?.length !== 0 });
  // Terms and issuer are forms: what is owed has nothing to do with them.
  const isAboutMoney = tab !== 'terms' && tab !== 'issuer';
  const list: StatementsSearch = { ...search, tab: 'list' };
  const statements = useQuery({ ...statementsQuery(queryOf(search)), enabled: tab === 'list' });
  const unstated = useQuery(unstatedQuery()).data?.rows;
  // What was opened by an address without a tab lies over the list, and leaves it.
  const close = () => onSearch({ ...withoutPanel(search), tab });
  const { id, issue, month, several } = search;
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <span className={mayManage && isAboutMoney ? styles.context : undefined}>
            {isAboutMoney &&
              balances !== undefined &&
              [
                // Before the first statement there is none that something could be owed on.
                ...(balances.length > 0 || !unstated?.length ? [contextOf(t, balances, mayManage)] : []),
                ...unstatedTexts(t, unstated ?? []),
              ].join(' · ')}
          </span>
        }
      />
      <PageBody>
        <Tabs
          className={tabStyles.tabs}
          value={tab}
          onChange={(value) => {
            const next = tabs.find((one) => one === value);
            // Each tab is about the same integration; filters are of the list only.
            onSearch({
              integration: search.integration,
              ...(next === undefined ? {} : { tab: next }),
            });
          }}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('tabsLabel')}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {t(`tabs.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="owed" className={tabStyles.panel}>
            <OwedTab search={search} onSearch={onSearch} />
          </Tabs.Panel>
          <Tabs.Panel value="list" className={tabStyles.panel}>
            <StatementsTab query={statements} search={list} onSearch={onSearch} />
          </Tabs.Panel>
          <Tabs.Panel value="balance" className={tabStyles.panel}>
            <BalanceTab search={search} onSearch={onSearch} />
          </Tabs.Panel>
          <Tabs.Panel value="terms" className={tabStyles.panel}>
            <TermsTab search={search} onSearch={onSearch} />
          </Tabs.Panel>
          <Tabs.Panel value="issuer" className={tabStyles.panel}>
            <IssuerTab />
          </Tabs.Panel>
        </Tabs>
      </PageBody>
      {id !== undefined ? (
        <StatementPanel key={id} id={id} onClose={close} />
      ) : mayManage && several ? (
        <IssueMonthsPanel
          integration={search.integration}
          onStatement={(issued) => onSearch({ ...withoutPanel(search), id: issued })}
          onIssuer={() => onSearch({ tab: 'issuer' })}
          onClose={close}
        />
      ) : (
        mayManage &&
        issue !== undefined &&
        month !== undefined && (
          <PreviewPanel
            key={`${issue} ${month}`}
            stated={{ integrationId: issue, month }}
            onIssued={(statement) => onSearch({ ...withoutPanel(search), id: statement.id })}
            onIssuer={() => onSearch({ tab: 'issuer' })}
            onClose={close}
          />
        )
      )}
    </>
  );
}
