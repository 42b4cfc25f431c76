import {
  type ConformanceCheckId,
  type ConformanceFinding,
  type ConformanceReport,
  type ConformanceResult,
  conformanceChecks,
  fillConformanceText,
} from '@ludus/contract/conformance';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/copy-button.tsx';
import { Badge } from '../../components/display/badge.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { formatCount } from '../../lib/format.ts';
import styles from './conformance.module.css';

const sections = ['failed', 'skipped', 'passed'] as const;

interface CheckResultsProps {
  report: ConformanceReport;
  newlyFailed: readonly ConformanceCheckId[];
  newlyPassed: readonly ConformanceCheckId[];
  /** Of one run, over the page of the last result: without an address of its own for each check. */
  isOfRun?: boolean;
}

/** Every check with its outcome, those that failed first and open. */
export function CheckResults({ report, newlyFailed, newlyPassed, isOfRun = false }: CheckResultsProps) {
  const { t } = useTranslation('conformance');
  return sections.map((state) => {
    const results = report.results.filter((result) => result.state === state);
    if (results.length === 0) return null;
    return (
      <Panel key={state} title={t(`section.${state}`)} coverage={formatCount(results.length)} flush ruled>
        <ul className={styles.checks} aria-label={t(`section.${state}`)}>
          {results.map((result) => (
            <li key={result.id}>
              <CheckResult
                result={result}
                hasAnchor={!isOfRun}
                news={
                  newlyFailed.includes(result.id)
                    ? 'newlyFailed'
                    : newlyPassed.includes(result.id)
                      ? 'newlyPassed'
                      : null
                }
              />
            </li>
          ))}
        </ul>
      </Panel>
    );
  });
}

/** A finding in words; a check that it names is named by its title. */
function useFindingText(): (finding: ConformanceFinding) => string {
  const { t } = useTranslation('conformance');
  return ({ code, values }) => {
    const { check } = values;
    const isCheck = typeof check === 'string' && check in conformanceChecks;
    return fillConformanceText(
      // Values come from the platform: they are put in as they are.
      t(`findings.${code}`, { skipInterpolation: true }),
      isCheck ? { ...values, check: t(`titles.${check as ConformanceCheckId}`) } : values,
    );
  };
}

interface CheckResultProps {
  result: ConformanceResult;
  hasAnchor: boolean;
  news: 'newlyFailed' | 'newlyPassed' | null;
}

function CheckResult({ result: { id, state, findings }, hasAnchor, news }: CheckResultProps) {
  const { t } = useTranslation('conformance');
  const textOf = useFindingText();
  const title = t(`titles.${id}`);
  const found = findings.map((finding) => ({ text: textOf(finding), request: finding.request }));
  const copied = [
    `${title} (${id}): ${t(`states.${state}`)}`,
    `${t('asked')}: ${t(`asks.${id}`)}`,
    `${t('expected')}: ${t(`expects.${id}`)}`,
    ...found.map(({ text, request }) => `${t('found')}: ${text}${request === null ? '' : `\n${request}`}`),
    ...(state === 'failed' ? [`${t('mend')}: ${t(`mends.${id}`)}`] : []),
  ].join('\n');
  return (
    <details
      className={styles.check}
      id={hasAnchor ? `check-${id}` : undefined}
      data-state={state}
      open={state === 'failed'}
    >
      <summary>
        <IconChevronRight className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
        <span className={styles.name}>
          {title}
          <small>{t(`areas.${conformanceChecks[id]}`)}</small>
        </span>
        {news !== null && <Badge tone={news === 'newlyFailed' ? 'negative' : 'positive'}>{t(news)}</Badge>}
      </summary>
      <div className={styles.detail}>
        <dl>
          <div>
            <dt>{t('asked')}</dt>
            <dd>{t(`asks.${id}`)}</dd>
          </div>
          <div>
            <dt>{t('expected')}</dt>
            <dd>{t(`expects.${id}`)}</dd>
          </div>
          {found.length > 0 && (
            <div>
              <dt>{t('found')}</dt>
              {found.map(({ text, request }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: findings stay in their order, and equal ones are possible
                <dd key={index} data-found>
                  {text}
                  {request !== null && (
                    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
                    <pre tabIndex={0}>{request}</pre>
                  )}
                </dd>
              ))}
            </div>
          )}
          {state === 'failed' && (
            <div>
              <dt>{t('mend')}</dt>
              <dd>{t(`mends.${id}`)}</dd>
            </div>
          )}
          <div>
            <dd>
              <Link className={styles.link} to="/operator-guide" hash={`check-${id}`}>
                {t('inGuide')}
              </Link>
            </dd>
          </div>
        </dl>
        <CopyButton
          value={copied}
          label={t('copyCheck', { check: title })}
          success={t('checkCopied')}
          failure={t('checkNotCopied')}
        />
      </div>
    </details>
  );
}
