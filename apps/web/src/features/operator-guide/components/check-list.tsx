import { conformanceAreas, conformanceCheckIds, conformanceChecks } from '@ludus/contract/conformance';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatCount } from '../../../lib/format.ts';
import styles from './guide.module.css';

/** Every check of the conformance kit by area. `#check-amounts` leads to one. */
export function CheckList() {
  const { t } = useTranslation('operatorGuide');
  const { t: texts } = useTranslation('conformance');
  return (
    <Panel
      title={t('checks')}
      coverage={formatCount(conformanceCheckIds.length)}
      ruled
      className={styles.panel}
    >
      <div className={styles.text}>
        <p>{t('checksIntro')}</p>
        {conformanceAreas.map((area) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <h3 id={`area-${area}`}>{texts(`areas.${area}`)}</h3>
            {conformanceCheckIds
              .filter((id) => conformanceChecks[id] === area)
              .map((id) => (
                <article key={id} id={`check-${id}`} className={styles.check}>
                  <h4>
                    {texts(`titles.${id}`)} <code>{id}</code>
                  </h4>
                  <dl>
                    <div>
                      <dt>{texts('asked')}</dt>
                      <dd>{texts(`asks.${id}`)}</dd>
                    </div>
                    <div>
                      <dt>{texts('expected')}</dt>
                      <dd>{texts(`expects.${id}`)}</dd>
                    </div>
                    <div>
                      <dt>{texts('mend')}</dt>
                      <dd>{texts(`mends.${id}`)}</dd>
                    </div>
                  </dl>
                </article>
              ))}
          </section>
        ))}
      </div>
    </Panel>
  );
}
