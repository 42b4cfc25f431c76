import {
  type Game,
  gameLabel,
  linkHref,
  linkOfAddress,
  type TicketLinkKind,
  ticketLinkKinds,
} from '@ludus/contract';
import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { sessionSearchQuery } from '../../../domain/session/sessions.ts';
import { gamesQuery } from '../../../domain/ticket/choices.ts';
import {
  ticketLinksQuery,
  useAddTicketLink,
  useRemoveTicketLink,
} from '../../../domain/ticket/ticket-links.ts';
import { nameOfTarget } from '../../../domain/ticket/tickets-about.tsx';
import { ApiError } from '../../../lib/api/error.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useRestoreFocus } from '../../../lib/use-focus.ts';
import styles from './ticket-links.module.css';

interface TicketLinksProps {
  ticketId: number;
  canChange: boolean;
}

/** What a ticket is linked with: each leads to its screen, and can be removed; another one is pasted or searched by its name or id. */
export function TicketLinks({ ticketId, canChange }: TicketLinksProps) {
  const { t } = useTranslation('tickets');
  const query = useQuery(ticketLinksQuery(ticketId));
  const [isAdding, setAdding] = useState(false);
  const remove = useRemoveTicketLink(ticketId, (error) => {
    const isRefused = error instanceof ApiError && error.status !== 0;
    toast(
      'error',
      t('links.removeFailed'),
      isRefused ? { detail: error.message } : networkErrorDetail(error),
    );
  });
  // After the form is done, and after the button of a link went with it.
  const adding = useRestoreFocus<HTMLButtonElement>(isAdding || remove.isPending);
  const rows = query.data?.rows ?? [];
  if (rows.length === 0 && !canChange) return null;
  return (
    <section className={styles.links} aria-label={t('links.title')}>
      <h3 className={styles.title}>{t('links.title')}</h3>
      <QueryView query={query} text={t('failed')} compact>
        {rows.length > 0 && (
          <ul className={styles.list}>
            {rows.map((link) => {
              const target = nameOfTarget(link, t);
              return (
                <li key={link.id} className={styles.link}>
                  <InternalLink href={linkHref(link)}>{target}</InternalLink>
                  {canChange && (
                    <ActionIcon
                      size="sm"
                      aria-label={t('links.remove', { target })}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate(link.id)}
                    >
                      <IconX size={14} stroke={1.75} />
                    </ActionIcon>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
      {canChange &&
        (isAdding ? (
          <AddLink ticketId={ticketId} onDone={() => setAdding(false)} />
        ) : (
          <div>
            <Button
              ref={adding}
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => setAdding(true)}
            >
              {t('links.add')}
            </Button>
          </div>
        ))}
    </section>
  );
}

const isHubId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Screens write the subtitle of a game without the dash of its label. */
const comparable = (label: string) => label.toLowerCase().replaceAll(' - ', ' ');

/** The game of this name, or the only one whose name has it in it. */
function gameNamed(text: string, games: readonly Game[]): string | null {
  const wanted = comparable(text);
  const labels = games.map((game) => ({ id: String(game.id), label: comparable(gameLabel(game)) }));
  const [found, another] = labels.filter(({ label }) => label.includes(wanted));
  const exact = labels.find(({ label }) => label === wanted);
  return exact?.id ?? (another === undefined ? (found?.id ?? null) : null);
}

function AddLink({ ticketId, onDone }: { ticketId: number; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const client = useQueryClient();
  const [kind, setKind] = useState<TicketLinkKind>('session');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isLookingUp, setLookingUp] = useState(false);
  const add = useAddTicketLink(ticketId);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A composer may lie over the lower edge of the ticket: nearest would be beneath it. Newer browsers return a promise of the
    // movement's end, which must not be taken for what cleans up.
    form.current?.scrollIntoView({ block: 'center' });
  }, []);
  const isBusy = add.isPending || isLookingUp;

  /** The hub's id of what was typed: of a session by any of its ids, of a game by its name. Null for what is not found. */
  async function idOf(typed: string): Promise<string | null> {
    if (kind === 'session' && !isHubId(typed)) {
      const found = await client.fetchQuery(
        sessionSearchQuery({ relatedId: typed, searchType: 'sessionId' }),
      );
      return found[0]?.id ?? null;
    }
    const id = typed.replace(/^#/, '');
    if (kind === 'game' && !/^\d+$/.test(id)) {
      return gameNamed(typed, (await client.fetchQuery(gamesQuery())).rows);
    }
    return id;
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    const typed = text.trim();
    if (typed === '' || isBusy) return;
    const address = linkOfAddress(typed);
    let ref = address?.ref ?? null;
    if (address === null) {
      setLookingUp(true);
      try {
        ref = await idOf(typed);
      } catch (error) {
        toast('error', t('links.failed'), networkErrorDetail(error as Error));
        return;
      } finally {
        setLookingUp(false);
      }
    }
    if (ref === null) {
      setProblem(t('links.unknown'));
      return;
    }
    add.mutate(
      { kind: address?.kind ?? kind, ref },
      {
        onSuccess: onDone,
        onError: (error) => {
          const isMissing = error instanceof ApiError && [404, 422].includes(error.status);
          if (isMissing) setProblem(t('links.unknown'));
          else if (error instanceof ApiError && error.status === 409) setProblem(error.message);
          else toast('error', t('links.failed'), networkErrorDetail(error));
        },
      },
    );
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={t('links.add')}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <Select
        className={styles.kind}
        label={t('links.kind')}
        data={ticketLinkKinds.map((value) => ({ value, label: t(`links.kinds.${value}`) }))}
        value={kind}
        allowDeselect={false}
        disabled={isBusy}
        onChange={(chosen) => chosen && setKind(chosen)}
      />
      <TextInput
        className={styles.id}
        label={t('links.id')}
        description={t(`links.hints.${kind}`)}
        autoFocus
        maxLength={1_000}
        value={text}
        error={problem}
        disabled={isBusy}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setText(typed);
          setProblem(null);
          const target = linkOfAddress(typed);
          if (target) setKind(target.kind);
        }}
      />
      <span className={styles.foot}>
        <Button type="submit" variant="default" loading={isBusy} disabled={text.trim() === ''}>
          {t('links.add')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onDone}>
          {common('cancel')}
        </Button>
      </span>
    </form>
  );
}
