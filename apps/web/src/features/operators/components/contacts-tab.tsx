import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { type SampleOperator, sampleOperators } from '../sample.ts';
import { type OperatorsSearch, pageSizes } from '../search.ts';
import styles from './contacts-tab.module.css';

interface ContactsTabProps {
  search: OperatorsSearch;
  onSearch: (search: OperatorsSearch) => void;
}

/** A static table with sample data, which makes no call (area OPS). */
export function ContactsTab({ search, onSearch }: ContactsTabProps) {
  const { t } = useTranslation('operators');
  const size = search.size ?? pageSizes[0];
  const total = sampleOperators.length;
  // A link may name a page that a larger page size has left behind.
  const page = Math.min(search.page ?? 1, Math.ceil(total / size));
  const rows = useMemo(() => sampleOperators.slice((page - 1) * size, page * size), [page, size]);
  const columns = useMemo<DataColumn<SampleOperator>[]>(
    () => [
      { id: 'name', header: t('name'), cell: ({ name }) => name },
      { id: 'email', header: t('email'), cell: ({ email }) => email },
      { id: 'role', header: t('role'), cell: ({ role }) => t(`roles.${role}`) },
      { id: 'actions', header: t('actions'), align: 'right', cell: (row) => <CopyEmail operator={row} /> },
    ],
    [t],
  );
  return (
    <>
      <DataTable
        label={t('contacts')}
        columns={columns}
        rows={rows}
        rowId={({ email }) => email}
        phoneRow={(row) => ({
          title: row.name,
          sub: (
            <>
              {row.email}
              <br />
              {t(`roles.${row.role}`)}
            </>
          ),
          value: <CopyEmail operator={row} />,
        })}
      />
      <div className={styles.foot}>
        <div className={styles.size}>
          <span className="hub-label" aria-hidden="true">
            {t('pageSize')}
          </span>
          <SegmentedSwitch
            label={t('pageSize')}
            value={String(size)}
            onChange={(chosen) =>
              onSearch({
                ...search,
                page: undefined,
                size: pageSizes.find((candidate) => String(candidate) === chosen),
              })
            }
            options={pageSizes.map((candidate) => ({ value: String(candidate), label: String(candidate) }))}
          />
        </div>
        <div className={styles.pages}>
          <Pagination
            page={page}
            pageSize={size}
            total={total}
            onChange={(next) => onSearch({ ...search, page: next })}
          />
        </div>
      </div>
    </>
  );
}

function CopyEmail({ operator: { name, email } }: { operator: SampleOperator }) {
  const { t } = useTranslation('operators');
  return (
    <CopyButton value={email} label={t('emailOf', { name })} success={t('copied')} failure={t('notCopied')} />
  );
}
