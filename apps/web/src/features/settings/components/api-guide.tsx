import { type ApiToken, mostChangedSessions, routes } from '@ludus/contract';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { useCan } from '../../../lib/auth/index.ts';
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

/** Most rows of a page of the sessions list. */
const sessionsPerPage = 500;

const callOf = (path: string) =>
  `curl --compressed -H "Authorization: Bearer $TOKEN" "${window.location.origin}${path}"`;

type ExampleToken = Pick<ApiToken, 'scopes' | 'integration'>;

interface Example {
  /** Every session, reply by reply; else only who the token is. */
  hasSessions: boolean;
  calls: readonly string[];
}

/**
 * First calls that a token may make: all sessions of an integration by cursor, which leave nothing out, or who the token is. One
 * that is limited to no integration names it.
 */
export function exampleCalls({ scopes, integration }: ExampleToken): Example {
  if (!scopes.includes('sessions:read')) return { hasSessions: false, calls: [callOf('/api/me')] };
  const whose = integration === null ? '&integrationId=$INTEGRATION' : '';
  const first = `/api/bookkeeping/sessions/changes?limit=${mostChangedSessions}${whose}`;
  return { hasSessions: true, calls: [callOf(first), callOf(`${first}&cursor=$CURSOR`)] };
}

/** How a token is used, with calls to copy: what is copied runs as it is. */
export function ApiExample({ token, secret }: { token: ExampleToken; secret: string }) {
  const { t } = useTranslation('settings');
  const { hasSessions, calls } = exampleCalls(token);
  const [first, next] = calls;
  const example = next === undefined ? first : `# ${t('api.first')}\n${first}\n# ${t('api.next')}\n${next}`;
  return (
    <>
      <p className={machines.text}>{t('apiTokens.howTo')}</p>
      <div className={styles.example}>
        <pre className={machines.code}>{example}</pre>
        <CopyButton
          value={`TOKEN=${secret}\n${example}`}
          label={t('api.example')}
          success={t('api.exampleCopied')}
          failure={t('copyFailed')}
        />
      </div>
      {hasSessions && (
        <p className={machines.text}>
          {t('api.goOn', { count: mostChangedSessions, most: sessionsPerPage })}
        </p>
      )}
      <ApiLinks />
    </>
  );
}
