import { maxWebhooks, type Webhook, type WebhookSecret, webhookEventNames } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ErrorState } from '../../../components/feedback/states.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { webhooksQuery } from '../../../domain/webhook/webhooks.ts';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import { eventKeys } from '../webhook-events.ts';
import { ApiLinks } from './api-guide.tsx';
import styles from './api-tokens.module.css';
import machines from './machines.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPanel } from './webhook-panel.tsx';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';
import { useWebhookTest, WebhookTestResult } from './webhook-test.tsx';

interface WebhooksProps {
  /** The webhook whose deliveries are shown; null for none. */
  openId: number | null;
  onOpen: (id: number | null) => void;
}

/** Addresses of operators' machines: of the own integration, or of all of them for the provider. */
export function Webhooks({ openId, onOpen }: WebhooksProps) {
  const { t } = useTranslation('settings');
  const query = useQuery(webhooksQuery());
  const [form, setForm] = useState<Webhook | 'new' | null>(null);
  const [made, setMade] = useState<WebhookSecret | null>(null);
  const createButton = useRestoreFocus<HTMLButtonElement>(form === 'new' || made !== null);
  const rows = query.data?.rows ?? [];
  const opened = rows.find(({ id }) => id === openId);
  return (
    <Panel
      title={t('webhooks.title')}
      coverage={t('webhooks.note')}
      hasLongCoverage
      actions={
        <Button
          ref={createButton}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => setForm('new')}
        >
          {t('webhooks.create')}
        </Button>
      }
    >
      <div className={styles.lists}>
        {query.isError && !query.data ? (
          <ErrorState onReload={() => void query.refetch()} reloading={query.isFetching} compact />
        ) : !query.data ? (
          <SkeletonLine width="60%" />
        ) : rows.length === 0 ? (
          <p className={machines.text}>{t('webhooks.none', { max: maxWebhooks })}</p>
        ) : (
          <ul className={machines.list} aria-label={t('webhooks.title')}>
            {rows.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onOpen={() => onOpen(webhook.id)}
                onEdit={() => setForm(webhook)}
              />
            ))}
          </ul>
        )}
        <ApiLinks />
      </div>
      <WebhookForm
        webhook={form}
        onClose={() => setForm(null)}
        onCreated={(secret) => {
          setForm(null);
          setMade(secret);
        }}
      />
      {opened && <WebhookPanel webhook={opened} onClose={() => onOpen(null)} />}
      <WebhookSecretDialog made={made} onClose={() => setMade(null)} />
    </Panel>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: () => void;
  onEdit: () => void;
}

function WebhookRow({ webhook, onOpen, onEdit }: WebhookRowProps) {
  const { t } = useTranslation('settings');
  const { id, name, url, events, integration, lastDelivery, isActive } = webhook;
  const test = useWebhookTest(webhook);
  return (
    <li>
      <div className={machines.facts}>
        <span className={machines.title}>
          <span className={machines.name}>{name}</span>
          <WebhookState webhook={webhook} />
        </span>
        <span className={machines.text}>{url}</span>
        <span className={machines.text}>
          {[
            integration.name,
            events.length === webhookEventNames.length
              ? t('webhooks.allEvents')
              : events.map((event) => t(`webhooks.events.${eventKeys[event]}`)).join(', '),
          ].join(' · ')}
        </span>
        <span className={machines.text}>
          {lastDelivery === null ? (
            t('webhooks.neverCalled')
          ) : (
            <Trans
              t={t}
              i18nKey="webhooks.lastCalled"
              components={{ time: <DateTime value={lastDelivery.at} format="minutes" /> }}
            />
          )}
        </span>
        <WebhookTestResult webhookId={id} sentId={test.sentId} />
      </div>
      <div className={machines.actions}>
        <Button
          variant="subtle"
          aria-label={t('webhooks.sendTestTo', { name })}
          onClick={test.send}
          loading={test.isPending}
          disabled={!isActive}
        >
          {t('webhooks.sendTest')}
        </Button>
        <Button variant="subtle" aria-label={t('webhooks.editOf', { name })} onClick={onEdit}>
          {t('webhooks.edit')}
        </Button>
        <Button variant="subtle" aria-label={t('webhooks.deliveriesOf', { name })} onClick={onOpen}>
          {t('webhooks.deliveries')}
        </Button>
      </div>
    </li>
  );
}

/** Whether it is on, and what is wrong with it. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings');
  const { offReason, failingSince } = webhook;
  if (offReason === 'person') return <Badge>{t('webhooks.off')}</Badge>;
  if (offReason !== null)
    return (
      <Badge tone="negative">{t(offReason === 'gone' ? 'webhooks.offGone' : 'webhooks.offFailing')}</Badge>
    );
  if (failingSince !== null) return <Badge tone="warning">{t('webhooks.failing')}</Badge>;
  return <Badge tone="positive">{t('webhooks.on')}</Badge>;
}
