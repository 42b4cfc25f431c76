import type { MailingListEntry, reportTypes } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { type DataColumn, DataTable, type TableSort } from '../../../components/table/data-table.tsx';
import { mailingListQuery } from '../../../domain/user/mailing-list.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { BriefDelivery, Delivery } from '../components/delivery.tsx';
import { EntryModal } from '../components/entry-modal.tsx';
import { firstReportDay } from '../entry.ts';
import type { MailingListSearch } from '../search.ts';
import styles from './mailing-list-page.module.css';

interface MailingListPageProps {
  search: MailingListSearch;
  onSearch: (search: MailingListSearch) => void;
}

const noRows: readonly MailingListEntry[] = [];
const byEmail = { id: 'email', desc: false };

const valueToSortBy: Record<string, (entry: MailingListEntry) => string> = {
  email: ({ email }) => email,
  integration: ({ integration }) => integration?.name ?? '',
  reportType: ({ reportTypeId }) => String(reportTypeId),
  delivery: ({ reportTypeId }) => firstReportDay(reportTypeId, new Date()),
};

/** Of one address, and otherwise of one value, daily reports come first. */
function sorted(entries: readonly MailingListEntry[], { id, desc }: TableSort): MailingListEntry[] {
  const keyOf = valueToSortBy[id] ?? (() => '');
  const byValue = (a: MailingListEntry, b: MailingListEntry) => keyOf(a).localeCompare(keyOf(b), 'it');
  return entries.toSorted(
    (a, b) =>
      (desc ? -1 : 1) * byValue(a, b) ||
      a.email.localeCompare(b.email, 'it') ||
      a.reportTypeId - b.reportTypeId,
  );
}
type TypeKey = `${(typeof reportTypes)[keyof typeof reportTypes]}`;

/** What opens an entry: a row of the table, or of the list that it is on a phone. */
const rowsIn = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLElement>('tbody > tr, li > button') ?? []),
];

/** Who gets which report by mail (area MAIL). */
export function MailingListPage({ search, onSearch }: MailingListPageProps) {
  const { t } = useTranslation('mailingList');
  const isPhone = useIsPhone();
  const common = useTranslation('common');
  const list = useQuery(mailingListQuery());
  // `new` adds one; an entry is edited; null shows no dialog.
  const [edited, setEdited] = useState<MailingListEntry | 'new' | null>(null);
  const rows = list.data ?? noRows;
  const table = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const nextRow = useRef<HTMLElement>(undefined);
  const edit = useCallback((entry: MailingListEntry) => {
    const heads = rowsIn(table.current);
    const place = heads.findIndex((row) => row.contains(document.activeElement));
    nextRow.current = heads[place + 1] ?? heads[place - 1];
    setEdited(entry);
  }, []);
  // The keyboard goes on where the entry stood.
  const onDeleted = () => (nextRow.current ?? addButton.current)?.focus();
  const [sort, setSort] = useState<TableSort>(byEmail);
  const shown = useMemo(() => {
    const words = (search.search ?? '').toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
    const found = rows.filter(({ email, integration, reportTypeId }) => {
      const type = t(`reportTypes.${reportTypeId as unknown as TypeKey}`);
      const text = `${email} ${integration?.name ?? t('allIntegrations')} ${type}`.toLocaleLowerCase('it');
      return words.every((word) => text.includes(word));
    });
    return sorted(found, sort);
  }, [rows, search.search, sort, t]);
  /** Of rows of one address that follow each other, all but the first. */
  const repeated = useMemo(
    () => new Set(shown.filter(({ email }, at) => shown[at - 1]?.email === email).map(({ id }) => id)),
    [shown],
  );
  const columns = useMemo<DataColumn<MailingListEntry>[]>(
    () => [
      {
        id: 'email',
        header: t('email'),
        sortable: true,
        cell: ({ id, email }) => (
          <span
            className={repeated.has(id) ? 'hub-visually-hidden' : 'hub-ellipsis'}
            data-repeated={repeated.has(id) || undefined}
            title={email}
          >
            {email}
          </span>
        ),
      },
      {
        id: 'integration',
        header: t('integration'),
        width: '22%',
        sortable: true,
        cell: ({ integration }) => <IntegrationOf integration={integration} />,
      },
      {
        id: 'reportType',
        header: t('reportType'),
        width: '17%',
        sortable: true,
        cell: ({ reportTypeId }) => t(`reportTypes.${reportTypeId as unknown as TypeKey}`),
      },
      {
        id: 'delivery',
        header: t('nextDelivery'),
        width: '26%',
        sortable: true,
        cell: (entry) => <Delivery entry={entry} />,
      },
      {
        id: 'edit',
        header: '',
        label: t('editColumn'),
        width: 56,
        cell: (entry) => (
          <ActionIcon
            aria-label={t('edit', { email: entry.email })}
            onClick={(event) => {
              event.stopPropagation();
              edit(entry);
            }}
          >
            <IconPencil size={16} stroke={1.5} />
          </ActionIcon>
        ),
      },
    ],
    [t, edit, repeated],
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          list.data
            ? t(isPhone ? 'contextShort' : 'context', {
                addresses: t('addresses', { count: new Set(rows.map(({ email }) => email)).size }),
                subscriptions: t('subscriptions', { count: rows.length }),
              })
            : null
        }
        actions={
          <Button
            ref={addButton}
            leftSection={<IconPlus size={16} stroke={1.75} />}
            onClick={() => setEdited('new')}
            disabled={!list.data}
          >
            {t('addRecipient')}
          </Button>
        }
      />
      <PageBody>
        <QueryView query={list} text={t('serverError')}>
          <div ref={table} className={styles.list}>
            <SearchField
              className={styles.search}
              compact
              label={t('search')}
              placeholder={t('search')}
              value={search.search}
              onSearch={(text) => onSearch(text === undefined ? {} : { search: text })}
            />
            <DataTable
              label={t('title')}
              columns={columns}
              sort={sort}
              onSort={setSort}
              rows={shown}
              rowId={({ id }) => String(id)}
              rowHeight={40}
              onRowClick={edit}
              rowLabel={({ email }) => t('edit', { email })}
              loading={list.isPending}
              skeletonRows={8}
              phoneRow={(entry) => ({
                title: (
                  <span
                    className={repeated.has(entry.id) ? 'hub-visually-hidden' : styles.address}
                    data-repeated={repeated.has(entry.id) || undefined}
                    title={entry.email}
                  >
                    {entry.email}
                  </span>
                ),
                sub: (
                  <span className={styles.about}>
                    <IntegrationOf integration={entry.integration} />
                    <span>{t(`reportTypes.${entry.reportTypeId as unknown as TypeKey}`)}</span>
                    <span>
                      <BriefDelivery entry={entry} />
                    </span>
                  </span>
                ),
                icon: <IconPencil size={16} stroke={1.5} />,
              })}
              empty={
                rows.length === 0 ? (
                  <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
                ) : (
                  <EmptyState title={common.t('noResults')} compact>
                    {t('nothingFound')}
                  </EmptyState>
                )
              }
            />
          </div>
        </QueryView>
      </PageBody>
      <EntryModal entry={edited} onClose={() => setEdited(null)} onDeleted={onDeleted} />
    </>
  );
}

function IntegrationOf({ integration }: Pick<MailingListEntry, 'integration'>) {
  const { t } = useTranslation('mailingList');
  return integration === null ? (
    <span className={styles.all}>{t('allIntegrations')}</span>
  ) : (
    <IntegrationName name={integration.name} number={integration.id} />
  );
}
