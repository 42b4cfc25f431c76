import { dictionary, type MetricId, metricIds, metrics } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import styles from '../components/figures.module.css';
import { PartsList } from '../components/parts-list.tsx';

/** The metric dictionary: every figure that the reader may see, with its formula and what is in it. */
export function FiguresPage() {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { scopes } = useUser();
  const shown = metricIds.filter((id) => {
    const { scope } = metrics[id];
    return scope === null || scopes.has(scope);
  });
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <PageBody>
        <Panel label={t('index')}>
          <p className={styles.intro}>{t('howTo')}</p>
          <nav aria-label={t('index')}>
            <ul className={styles.index}>
              {shown.map((id) => (
                <li key={id}>
                  <a href={`#${id}`}>{common(`metric.${id}`)}</a>
                </li>
              ))}
            </ul>
          </nav>
        </Panel>
        {shown.map((id) => (
          <div key={id} id={id} className={styles.entry}>
            <Entry metric={id} />
          </div>
        ))}
      </PageBody>
    </>
  );
}

function Entry({ metric }: { metric: MetricId }) {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { terms, source, rounding, since } = dictionary[metric];
  const { unit } = metrics[metric];
  const name = common(`metric.${metric}`);
  return (
    <Panel title={name} ruled>
      <div className={styles.columns}>
        <div className={styles.part}>
          <p className={styles.definition}>{t(`formula.${metric}`)}</p>
          {terms && (
            <p className={styles.terms}>
              {`${common(`metric.${terms.left}`)} ${terms.sign === 'minus' ? '−' : '/'} ${common(`metric.${terms.right}`)} = ${name}`}
            </p>
          )}
          <dl className={styles.about}>
            <Fact label={t('sourceLabel')}>{t(`source.${source}`)}</Fact>
            <Fact label={t('roundingLabel')}>{t(`rounding.${rounding}`)}</Fact>
            <Fact label={t('unitLabel')}>{t(`unit.${unit}`)}</Fact>
            <Fact label={t('sinceLabel')}>{t('sinceVersion', { version: since })}</Fact>
            <Fact label={t('apiName')}>
              <code>{metric}</code>
            </Fact>
          </dl>
        </div>
        <PartsList metric={metric} kind="includes" />
        <PartsList metric={metric} kind="leavesOut" />
      </div>
    </Panel>
  );
}
