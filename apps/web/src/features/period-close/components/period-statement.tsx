import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import type { NamedPeriod } from '../../../domain/period/periods.ts';
import { statementsQuery } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import styles from './period-panel.module.css';

/** As many statements of an integration as one call returns: months are few. */
const most = 200;

/** The statement of a closed month, or the way to issue it; for those who may see statements. */
export function PeriodStatement({ period }: { period: NamedPeriod }) {
  const { t } = useTranslation('periodClose');
  const mayManage = useCan('statements:manage');
  const query = useQuery({
    ...statementsQuery({ integrationId: period.integrationId, page: 1, limit: most }),
    enabled: mayManage,
  });
  if (!mayManage) return null;
  const statement = query.data?.rows.find(({ month, state }) => month === period.month && state !== 'void');
  return (
    <QueryView query={query} compact>
      <p className={styles.statement} aria-busy={!query.data || undefined}>
        {query.data &&
          (statement === undefined ? (
            <Button
              component={Link}
              {...({
                to: '/statements',
                search: { issue: period.integrationId, month: period.month },
              } as object)}
            >
              {t('issueStatement')}
            </Button>
          ) : (
            <InternalLink href={`/statements?id=${statement.id}`}>
              {t('statement', { number: statement.number })}
            </InternalLink>
          ))}
        {statement !== undefined &&
          (statement.open === 0 ? (
            <span className={styles.help}>{t('statementSettled')}</span>
          ) : (
            <span className={styles.help}>
              {t('statementOpen')} <Amount value={statement.open} />
            </span>
          ))}
      </p>
    </QueryView>
  );
}
