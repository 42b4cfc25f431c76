import { routes, type TokenScope } from '@ludus/contract';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { presetPeriod, today } from '../../../lib/days.ts';
import styles from './api-guide.module.css';
import machines from './machines.module.css';

/** The ways to what programs can call: the guide of the API, its description for tools, and what a platform has to offer. */
export function ApiLinks() {
  const { t } = useTranslation('settings');
  const mayReadGuide = useCan(routes.operatorGuide.scope);
  return (
    <p className={`${machines.text} ${styles.links}`}>
      <Anchor href="/api/docs" target="_blank" rel="noreferrer" underline="always">
        {t('api.guide')}
      </Anchor>
      <Anchor href="/api/openapi.json" target="_blank" rel="noreferrer" underline="always">
        {t('api.description')}
      </Anchor>
      {mayReadGuide && (
        <InternalLink href="/operator-guide" className={styles.link}>
          {t('api.operatorGuide')}
        </InternalLink>
      )}
    </p>
  );
}

/** A first call that a token with these scopes may make: the sessions of yesterday, else who the token is. */
export function exampleCall(scopes: readonly TokenScope[]): string {
  const { from, to } = presetPeriod('yesterday', today());
  const path = scopes.includes('sessions:read')
    ? `/api/bookkeeping/sessions/range?from=${from}&to=${to}`
    : '/api/me';
  return `curl -H "Authorization: Bearer $TOKEN" "${window.location.origin}${path}"`;
}

/** How a token is used, with a call to copy. */
export function ApiExample({ scopes }: { scopes: readonly TokenScope[] }) {
  const { t } = useTranslation('settings');
  const example = exampleCall(scopes);
  return (
    <>
      <p className={machines.text}>{t('apiTokens.howTo')}</p>
      <div className={styles.example}>
        <pre className={machines.code}>{example}</pre>
        <CopyButton
          value={example}
          label={t('api.example')}
          success={t('api.exampleCopied')}
          failure={t('copyFailed')}
        />
      </div>
      <ApiLinks />
    </>
  );
}
