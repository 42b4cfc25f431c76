import { changeLimits, dictionary, type MetricId, metricIds, metrics } from '@ludus/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { PageBody, PageHeader, type PageHeaderProps } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Section, SectionNav } from '../../../components/layout/section-nav.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { formatPercent } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from '../components/figures.module.css';
import { PartsList } from '../components/parts-list.tsx';
import { originOf } from '../origin.ts';

interface FiguresPageProps {
  /** Address of the page whose figure was explained, from the URL. */
  from: string | undefined;
}

/** Amounts and what follows from them, then what is counted. */
const groups = [
  { id: 'amounts', has: (id: MetricId) => metrics[id].unit !== 'count' },
  { id: 'counts', has: (id: MetricId) => metrics[id].unit === 'count' },
] as const;

/** The metric dictionary: every figure that the reader may see, with its formula and what is in it. */
export function FiguresPage({ from }: FiguresPageProps) {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { scopes } = useUser();
  const isPhone = useIsPhone();
  const shown = metricIds.filter((id) => {
    const { scope } = metrics[id];
    return scope === null || scopes.has(scope);
  });
  const parts = groups
    .map(({ id, has }) => ({ id, title: t(id), ids: shown.filter(has) }))
    .filter(({ ids }) => ids.length > 0);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        back={{ ...originOf(from), label: t('back') } as PageHeaderProps['back']}
      />
      <PageBody reading className={styles.page}>
        <SectionNav
          label={t('index')}
          sections={[
            { id: 'usual', label: t('usual') },
            ...parts.flatMap(({ title, ids }) =>
              ids.map((id) => ({ id, label: common(`metric.${id}`), group: title })),
            ),
          ]}
        >
          <Section id="usual">
            <Panel title={t('usual')} coverage={t('usualNote')} hasLongCoverage ruled>
              <p className={styles.intro}>{t(isPhone ? 'howToTouch' : 'howTo')}</p>
              <p className={styles.intro}>
                {t('changes', {
                  least: changeLimits.leastBase,
                  largest: formatPercent(changeLimits.largestRatio, 0),
                })}
              </p>
              <div className={styles.pair}>
                <PartsList metric={usualMetric} kind="includes" />
                <PartsList metric={usualMetric} kind="leavesOut" />
              </div>
              <dl className={styles.usual}>
                <Provenance metric={usualMetric} />
              </dl>
            </Panel>
          </Section>
          {parts.map(({ id, title, ids }) => (
            <Panel key={id} title={title} ruled flush>
              {ids.map((metric) => (
                <Section key={metric} id={metric}>
                  <Entry metric={metric} />
                </Section>
              ))}
            </Panel>
          ))}
        </SectionNav>
      </PageBody>
    </>
  );
}

/** What most figures include and leave out is what the bet does: it is said once. */
const usualMetric = 'bet' satisfies MetricId;

const hasUsual = (metric: MetricId, kind: 'includes' | 'leavesOut') =>
  dictionary[metric][kind].join() === dictionary[usualMetric][kind].join();

/** Where a figure comes from, how it is rounded and since when it is computed so; with `beyond`, only what is not as in that one. */
function Provenance({ metric, beyond }: { metric: MetricId; beyond?: MetricId }) {
  const { t } = useTranslation('figures');
  const { source, rounding, since } = dictionary[metric];
  const usual = beyond && dictionary[beyond];
  return (
    <>
      {source !== usual?.source && <Fact label={t('sourceLabel')}>{t(`source.${source}`)}</Fact>}
      {rounding !== usual?.rounding && <Fact label={t('roundingLabel')}>{t(`rounding.${rounding}`)}</Fact>}
      {since !== usual?.since && <Fact label={t('sinceLabel')}>{t('sinceVersion', { version: since })}</Fact>}
    </>
  );
}

/** A figure of its group: what it is called at the left, what it is beside it. */
function Entry({ metric }: { metric: MetricId }) {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const titleId = useId();
  const { terms } = dictionary[metric];
  const name = common(`metric.${metric}`);
  const kinds = (['includes', 'leavesOut'] as const).filter((kind) => !hasUsual(metric, kind));
  return (
    <section className={styles.entry} aria-labelledby={titleId}>
      <div className={styles.named}>
        <h3 className={styles.name} id={titleId}>
          {name}
        </h3>
        <p className={styles.unit}>{t(`unit.${metrics[metric].unit}`)}</p>
        <p className={styles.unit} title={t('apiName')}>
          API <code>{metric}</code>
        </p>
      </div>
      <div className={styles.about}>
        <div>
          <p className={styles.definition}>{t(`formula.${metric}`)}</p>
          {terms && (
            <p className={styles.terms}>
              {`${common(`metric.${terms.left}`)} ${terms.sign === 'minus' ? '−' : '/'} ${common(`metric.${terms.right}`)} = ${name}`}
            </p>
          )}
        </div>
        {kinds.length > 0 && (
          <div className={styles.pair}>
            {kinds.map((kind) => (
              <PartsList key={kind} metric={metric} kind={kind} level="h4" />
            ))}
          </div>
        )}
        <dl className={styles.fields}>
          <Provenance metric={metric} beyond={usualMetric} />
        </dl>
      </div>
    </section>
  );
}
