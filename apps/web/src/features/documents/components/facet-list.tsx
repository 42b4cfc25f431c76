import { documentTypes } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { formatCount } from '../../../lib/format.ts';
import type { DocumentsSearch } from '../search.ts';
import styles from './facet-list.module.css';

interface FacetListProps {
  search: DocumentsSearch;
  onSearch: (search: DocumentsSearch) => void;
  /** How many rows a search would show; undefined while that is not known. */
  countOf: (search: DocumentsSearch) => number | undefined;
  mayManage: boolean;
}

type Option = (label: string, change: DocumentsSearch, isChosen: boolean, mark?: ReactNode) => ReactNode;

const undone = (change: DocumentsSearch): DocumentsSearch =>
  'type' in change ? { type: undefined } : { integration: undefined };

/** What the documents are narrowed down by: state, type and integration, each with its number of rows. */
export function FacetList({ search, onSearch, countOf, mayManage }: FacetListProps) {
  const { t } = useTranslation('documents');
  const choose = (change: DocumentsSearch) => onSearch({ ...search, game: undefined, ...change });
  const option: Option = (label, change, isChosen, mark) => (
    <Facet
      key={label}
      label={label}
      mark={mark}
      isChosen={isChosen}
      count={countOf({ ...search, ...change })}
      // A second press on a type or an integration takes it off again.
      onChoose={() => choose(isChosen && !('show' in change) ? undone(change) : change)}
    />
  );
  const { show, type, integration } = search;
  return (
    <nav className={styles.facets} aria-label={t('facets')}>
      <ul>
        {option(t('all'), { show: undefined }, show === undefined)}
        {option(t('general'), { show: 'general' }, show === 'general')}
        {option(t('expiring'), { show: 'expiring' }, show === 'expiring')}
        {mayManage &&
          option(t('missing'), { show: 'missing', type: undefined, view: undefined }, show === 'missing')}
      </ul>
      {show !== 'missing' && (
        <section aria-label={t('type')}>
          <h2 className={styles.heading}>{t('type')}</h2>
          <ul>{documentTypes.map((one) => option(t(`types.${one}`), { type: one }, type === one))}</ul>
        </section>
      )}
      {mayManage && <Integrations chosen={integration} option={option} />}
    </nav>
  );
}

interface IntegrationsProps {
  chosen: number | undefined;
  option: Option;
}

/** Only for staff of the provider: no one else may read the list of integrations. */
function Integrations({ chosen, option }: IntegrationsProps) {
  const { t } = useTranslation('documents');
  const integrations = useQuery(integrationsQuery('platforms'));
  return (
    <section aria-label={t('integration')}>
      <h2 className={styles.heading}>{t('integration')}</h2>
      <QueryView query={integrations} compact>
        <ul>
          {integrations.data?.rows.map(({ id, name }) =>
            option(
              name,
              { integration: id },
              chosen === id,
              <IntegrationChip name={name} number={id} size={16} />,
            ),
          )}
        </ul>
      </QueryView>
    </section>
  );
}

interface FacetProps {
  label: string;
  mark: ReactNode;
  isChosen: boolean;
  count: number | undefined;
  onChoose: () => void;
}

function Facet({ label, mark, isChosen, count, onChoose }: FacetProps) {
  return (
    <li>
      <button type="button" className={styles.facet} aria-pressed={isChosen} onClick={onChoose}>
        {mark}
        <span className="hub-ellipsis">{label}</span>
        {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
      </button>
    </li>
  );
}
