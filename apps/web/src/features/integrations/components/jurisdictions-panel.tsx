import { isLanguage, jurisdictionName, type NeededJurisdiction, neededJurisdictions } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import {
  integrationJurisdictionsQuery,
  useSetJurisdictions,
} from '../../../domain/certificate/certificates.ts';
import { toast } from '../../../lib/toast.tsx';
import styles from './jurisdictions-panel.module.css';

/** Which jurisdictions an integration needs certificates for, and the way to what is missing. */
export function JurisdictionsPanel({ integrationId }: { integrationId: number }) {
  const { t, i18n } = useTranslation('integrations');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const query = useQuery(integrationJurisdictionsQuery(integrationId));
  const [chosen, setChosen] = useState<readonly NeededJurisdiction[] | null>(null);
  const save = useSetJurisdictions(integrationId, () => {
    setChosen(null);
    toast('success', t('jurisdictionsSaved'));
  });
  const needed = query.data?.jurisdictions;
  return (
    <Panel
      title={t('jurisdictions')}
      coverage={query.data?.isDefault ? t('jurisdictionsDefault') : undefined}
      actions={
        chosen === null &&
        needed && (
          <Button
            variant="default"
            size="xs"
            aria-label={`${t('edit')} ${t('jurisdictions')}`}
            leftSection={<IconPencil size={16} stroke={1.5} />}
            onClick={() => setChosen(needed)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      <QueryView query={query} text={t('serverError')} compact>
        {needed === undefined ? (
          <SkeletonLine width="40%" />
        ) : chosen === null ? (
          <div className={styles.line}>
            {needed.length === 0 ? (
              <span>{t('noJurisdictions')}</span>
            ) : (
              <ul className={styles.codes} aria-label={t('jurisdictions')}>
                {needed.map((code) => (
                  <li key={code}>{jurisdictionName(code, language)}</li>
                ))}
              </ul>
            )}
            <InternalLink href={`/certificates?view=coverage&integration=${integrationId}`}>
              {t('showCoverage')}
            </InternalLink>
          </div>
        ) : (
          <div className={styles.form}>
            <div className={styles.picker}>
              <MultiPicker
                label={t('jurisdictions')}
                placeholder={t('noJurisdictions')}
                disabled={save.isPending}
                options={neededJurisdictions.map((code) => ({
                  value: code,
                  label: jurisdictionName(code, language),
                }))}
                value={[...chosen]}
                onChange={(codes) => setChosen(neededJurisdictions.filter((code) => codes.includes(code)))}
              />
            </div>
            <Button variant="default" disabled={save.isPending} onClick={() => setChosen(null)}>
              {t('cancel')}
            </Button>
            <Button
              variant="default"
              aria-label={`${t('save')} ${t('jurisdictions')}`}
              loading={save.isPending}
              onClick={() =>
                save.mutate([...chosen], { onError: (error) => toast('error', error.message, { error }) })
              }
            >
              {t('save')}
            </Button>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
