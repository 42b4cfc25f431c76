import { changeLimits, dictionary, type MetricId, metricIds, metrics } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Fact } from '../../../components/display/fact.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { Section, SectionNav } from '../../../components/layout/section-nav.tsx';
import { useUser } from '../../../lib/auth/index.ts';
import { formatPercent } from '../../../lib/format.ts';
import { useIsPhone } from '../../../lib/use-screen.ts';
import styles from '../components/figures.module.css';
import { PartsList } from '../components/parts-list.tsx';

/** The metric dictionary: every figure that the reader may see, with its formula and what is in it. */
export function FiguresPage() {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { scopes } = useUser();
  const isPhone = useIsPhone();
  const shown = metricIds.filter((id) => {
    const { scope } = metrics[id];
    return scope === null || scopes.has(scope);
  });
  return (
    <>
      <PageHeader title={t('title')} context={t('context')} />
      <PageBody>
        <SectionNav
          label={t('index')}
          sections={[
            { id: 'usual', label: t('usual') },
            ...shown.map((id) => ({ id, label: common(`metric.${id}`) })),
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
          {shown.map((id, index) => (
            <Section key={id} id={id} fill={index === shown.length - 1}>
              <Entry metric={id} />
            </Section>
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

function Entry({ metric }: { metric: MetricId }) {
  const { t } = useTranslation('figures');
  const { t: common } = useTranslation('common');
  const { terms } = dictionary[metric];
  const { unit } = metrics[metric];
  const name = common(`metric.${metric}`);
  const kinds = (['includes', 'leavesOut'] as const).filter((kind) => !hasUsual(metric, kind));
  return (
    <Panel title={name} ruled>
      <div className={styles.columns}>
        <div>
          <p className={styles.definition}>{t(`formula.${metric}`)}</p>
          {terms && (
            <p className={styles.terms}>
              {`${common(`metric.${terms.left}`)} ${terms.sign === 'minus' ? '−' : '/'} ${common(`metric.${terms.right}`)} = ${name}`}
            </p>
          )}
        </div>
        <dl className={styles.about}>
          <Fact label={t('unitLabel')}>{t(`unit.${unit}`)}</Fact>
          <Fact label={t('apiName')}>
            <code>{metric}</code>
          </Fact>
          <Provenance metric={metric} beyond={usualMetric} />
        </dl>
        {kinds.map((kind) => (
          <PartsList key={kind} metric={metric} kind={kind} />
        ))}
      </div>
    </Panel>
  );
}
