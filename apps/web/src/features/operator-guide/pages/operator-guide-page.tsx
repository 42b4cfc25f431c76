import type { Language } from '@ludus/contract';
import { type ComponentType, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { latePart } from '../../../lib/late-part.ts';
import styles from '../components/guide.module.css';
import { GuideView } from '../components/guide-view.tsx';

/** No one loads the words of another language. */
const guides: Record<Language, ComponentType> = {
  en: latePart(async () => guideOf((await import('../content/guide-en.ts')).guide)),
  it: latePart(async () => guideOf((await import('../content/guide-it.ts')).guide)),
};

function guideOf(guide: Parameters<typeof GuideView>[0]['guide']) {
  return function LoadedGuide() {
    useLinkedPlace();
    return <GuideView guide={guide} />;
  };
}

/** A link to a section or check leads there, although it is drawn after the page. */
function useLinkedPlace(): void {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1));
    if (id !== '') document.getElementById(id)?.scrollIntoView();
  }, []);
}

/** What an operator platform implements, for its engineers and for those who look after integrations. */
export function OperatorGuidePage() {
  const { t, i18n } = useTranslation('operatorGuide');
  const Shown = guides[i18n.language === 'it' ? 'it' : 'en'];
  return (
    <>
      <PageHeader
        title={t('title')}
        context={t('context')}
        back={{ to: '/documentation', label: t('back') }}
      />
      <PageBody reading className={styles.page}>
        <Suspense
          fallback={
            <Panel label={t('contents')}>
              <SkeletonLine width="60%" height={20} />
            </Panel>
          }
        >
          <Shown />
        </Suspense>
      </PageBody>
    </>
  );
}
