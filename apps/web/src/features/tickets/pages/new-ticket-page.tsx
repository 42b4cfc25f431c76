import {
  gameLabel,
  type LinkTarget,
  messageOf,
  neededJurisdictions,
  ticketLinkKinds,
  ticketSubjects,
} from '@ludus/contract';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { useGames, useIntegrations } from '../../../domain/ticket/choices.ts';
import type { PreparedTicket } from '../../../domain/ticket/prepared-ticket.ts';
import { useCreateTicket } from '../../../domain/ticket/tickets.ts';
import { nameOfTarget } from '../../../domain/ticket/tickets-about.tsx';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { type CaseValues, caseNames, initialCase, readCase, sinceValues } from '../case-values.ts';
import { AttachFiles } from '../components/attach-files.tsx';
import { CaseFields, SuggestedTypes, TypeField } from '../components/case-fields.tsx';
import { LeaveGuard } from '../components/leave-guard.tsx';
import styles from '../components/new-ticket.module.css';
import { SessionField } from '../components/session-field.tsx';
import type { NewTicketSearch } from '../search.ts';
import { useAttachments } from '../use-attachments.ts';
import { useSessionChoice } from '../use-session-choice.ts';

interface NewTicketPageProps {
  /** The session that the form was opened for. */
  sessionId: string | null;
  /** What another screen has filled in. */
  prepared?: PreparedTicket | null;
  /** What the address says of it. */
  search?: NewTicketSearch;
  onOpen: (id: number) => void;
}

const maxTitleLength = 200;

/** What the address links the ticket with; nothing where it says nothing that can be linked. */
function targetOfSearch(text = ''): LinkTarget | null {
  const [, named, ref = ''] = /^([a-z]+):([\w:-]{1,60})$/.exec(text) ?? [];
  const kind = ticketLinkKinds.find((one) => one === named);
  return kind === undefined ? null : { kind, ref };
}

/** A problem, reported. What was typed stays when it cannot be sent. */
export function NewTicketPage({ sessionId, prepared = null, search = {}, onOpen }: NewTicketPageProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const isProvider = useCan('integrations:manage');
  const { integrationName } = useUser();
  const choice = useSessionChoice(sessionId);
  const form = useSchemaForm({
    initialValues: {
      title: prepared?.title ?? '',
      description: prepared?.description ?? '',
      integrationId: (prepared?.integrationId ?? search.integration ?? null) as number | null,
      gameId: (search.game ?? null) as number | null,
      ...initialCase(
        prepared?.case ??
          (search.type && {
            type: search.type,
            jurisdiction: neededJurisdictions.find((code) => code === search.jurisdiction),
          }),
      ),
    },
    schema: { safeParse: (values) => readCase(values as CaseValues) },
    names: caseNames,
    rules: ({ title, description, type, gameId }) => ({
      ...(title.trim() === '' && { title: renderMessage(messageOf('fields.ticketTitleRequired')) }),
      ...(description === '' &&
        type === 'general' && {
          description: renderMessage(messageOf('fields.ticketDescriptionRequired')),
        }),
      ...(ticketSubjects[type] === 'game' &&
        gameId === null &&
        choice.state.kind !== 'chosen' && { gameId: renderMessage(messageOf('fields.gameNeeded')) }),
    }),
    // A session that was not found, or several of which one is to be chosen, refuse the form too.
    invalidSelector: '[aria-invalid="true"], [data-choice]',
  });
  const { integrationId, gameId, type } = form.values;
  const needed = ticketSubjects[type];
  const [link, setLink] = useState(prepared?.link ?? targetOfSearch(search.link));
  const [madeId, setMadeId] = useState<number | null>(null);
  const attachments = useAttachments();
  const integrations = useIntegrations();
  // People of an integration are offered their own games by the server.
  const games = useGames(isProvider ? integrationId : null);
  const create = useCreateTicket();
  const isLeaving = useRef(false);
  const foot = useRef<HTMLDivElement>(null);
  const hasLeft = madeId !== null && attachments.hasFailed;
  useEffect(() => {
    if (hasLeft) foot.current?.scrollIntoView({ block: 'center' });
  }, [hasLeft]);
  const session = choice.state.kind === 'chosen' ? choice.state.session : null;
  // An open session is reported because it does not go on, unless someone says otherwise.
  const [isTypeChosen, setTypeChosen] = useState(search.type !== undefined);
  const suggests = session !== null && choice.isGiven && session.isOpen && !isTypeChosen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session is known
  useEffect(() => {
    if (!suggests || session === null) return;
    setTypeChosen(true);
    form.setValues({ type: 'stuckSession', ...sinceValues(session.externalUpdatedAt) });
  }, [suggests]);
  // What it is about is proposed as its title for as long as no one has written another one.
  const [proposal, setProposal] = useState('');
  const proposed =
    session !== null && choice.isGiven && prepared === null
      ? t('sessionTitle', { id: session.aamsTicketId || session.sessionId, type: t(`types.${type}`) })
      : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each proposal
  useEffect(() => {
    if (form.values.title !== proposal) return;
    setProposal(proposed);
    const isUntouched = !form.isDirty();
    form.setFieldValue('title', proposed);
    // A proposal is nothing that leaving would lose.
    if (isUntouched) form.resetDirty({ ...form.values, title: proposed });
  }, [proposed]);
  const isBusy = create.isPending || attachments.isSending;
  const isSent = madeId !== null;
  const [isLookingUp, setLookingUp] = useState(false);
  const locked = isSent || isBusy || isLookingUp;
  const leave = (id: number) => {
    isLeaving.current = true;
    onOpen(id);
  };

  function chooseIntegration(id: number | null) {
    form.setFieldValue('integrationId', id);
    // A game of another integration does not stay.
    const row = games.data?.rows.find((game) => game.id === gameId);
    if (id !== null && !row?.integrations?.some((one) => one.id === id)) form.setFieldValue('gameId', null);
  }

  async function sendFiles(id: number, key?: number) {
    const isWhole = await attachments.send({ ticketId: id }, key);
    const others = attachments.files.some((one) => one.state === 'failed' && one.key !== key);
    if (isWhole && (key === undefined || !others)) leave(id);
  }

  async function send(values: typeof form.values) {
    const { title, description } = values;
    if (isBusy || isLookingUp || choice.state.kind === 'loading') return;
    if (madeId !== null) {
      void sendFiles(madeId);
      return;
    }
    // An id that was typed and not looked up would be lost without a word.
    const isTyped = choice.state.kind !== 'chosen' && choice.state.text.trim() !== '';
    let about = session;
    if (isTyped) {
      setLookingUp(true);
      about = await choice.find();
      setLookingUp(false);
    }
    if (isTyped && about === null) {
      form.showErrors({});
      return;
    }
    if (needed === 'session' && about === null) {
      choice.require(renderMessage(messageOf('fields.sessionNeeded')));
      form.showErrors({});
      return;
    }
    create.mutate(
      {
        title,
        description,
        ...(type !== 'general' && { case: readCase(values).data }),
        ...(link && { link }),
        ...(about ? { sessionId: about.id } : { gameId, ...(isProvider ? { integrationId } : {}) }),
      },
      {
        onSuccess: ({ id }) => {
          toast('success', t('created'));
          setMadeId(id);
          void sendFiles(id);
        },
        onError: (error) => {
          if (!form.refuse(error)) toast('error', t('createFailed'), networkErrorDetail(error));
        },
      },
    );
  }

  const isTouched =
    form.isDirty() || prepared !== null || attachments.files.length > 0 || (session !== null && !sessionId);
  const caseProps: Parameters<typeof CaseFields>[0] = {
    values: form.values,
    errors: form.errors,
    disabled: locked,
    onChange: (part) => {
      if (part.type) {
        setTypeChosen(true);
        form.clearErrors();
      }
      form.setValues(part);
      if ('sinceTime' in part) form.clearFieldError('sinceDay');
    },
  };
  const chosenIntegration = session ? { id: session.integration.id, name: session.integration.name } : null;
  const integrationOptions = (chosenIntegration ? [chosenIntegration] : integrations.rows).map(
    ({ id, name }) => ({
      value: String(id),
      label: name,
      art: <IntegrationChip name={name} number={id} size={16} />,
    }),
  );
  return (
    <>
      <PageHeader
        title={t('newTitle')}
        context={t('newContext')}
        back={{ to: '/tickets', label: t('back') }}
      />
      <PageBody>
        <LeaveGuard mustAsk={() => !isLeaving.current && isTouched} />
        <form
          {...form.bind((values) => void send(values))}
          className={styles.page}
          data-failed={hasLeft || undefined}
          aria-label={t('newTitle')}
        >
          <Panel label={t('newTitle')}>
            <div className={styles.form}>
              <div className={styles.what}>
                <TypeField {...caseProps} />
                {session !== null && choice.isGiven && type === 'general' && (
                  <SuggestedTypes
                    disabled={locked}
                    onChange={(part) =>
                      caseProps.onChange({
                        ...part,
                        ...(part.type === 'stuckSession' && sinceValues(session.externalUpdatedAt)),
                      })
                    }
                  />
                )}
                <TextInput
                  label={t('titleField')}
                  maxLength={maxTitleLength}
                  disabled={locked}
                  data-autofocus
                  {...form.getInputProps('title')}
                />
                {link && (
                  <div className={styles.link}>
                    {t('links.prepared', { target: nameOfTarget(link, t) })}
                    <ActionIcon
                      size="sm"
                      aria-label={t('links.remove', { target: nameOfTarget(link, t) })}
                      disabled={locked}
                      onClick={() => setLink(null)}
                    >
                      <IconX size={14} stroke={1.75} />
                    </ActionIcon>
                  </div>
                )}
                <CaseFields {...caseProps} />
                <RichText
                  label={t(type === 'general' ? 'description' : 'details')}
                  value={form.values.description}
                  disabled={locked}
                  error={form.errors.description}
                  onChange={(html) => form.setFieldValue('description', html)}
                />
                <AttachFiles
                  attachments={attachments}
                  locked={locked}
                  onRetry={madeId === null || isBusy ? null : (key) => void sendFiles(madeId, key)}
                />
              </div>
              <div className={styles.where}>
                <SessionField choice={choice} required={needed === 'session'} disabled={locked} />
                {isProvider ? (
                  <MultiPicker
                    single
                    label={t('integration')}
                    hint={common('optional')}
                    placeholder={t('chooseIntegration')}
                    disabled={locked || session !== null}
                    error={form.errors.integrationId}
                    options={integrationOptions}
                    value={
                      chosenIntegration
                        ? [String(chosenIntegration.id)]
                        : integrationId === null
                          ? []
                          : [String(integrationId)]
                    }
                    onChange={([value]) => chooseIntegration(value === undefined ? null : Number(value))}
                  />
                ) : (
                  <TextInput
                    label={t('integration')}
                    value={session?.integration.name ?? integrations.rows[0]?.name ?? integrationName ?? ''}
                    description={t('ownIntegration')}
                    // In line with the picker beside it, whose label is a block.
                    styles={{ label: { display: 'block' } }}
                    readOnly
                    disabled
                  />
                )}
                <MultiPicker
                  single
                  label={t('game')}
                  {...(needed !== 'game' && { hint: common('optional') })}
                  placeholder={t('chooseGame')}
                  disabled={locked || session !== null}
                  error={form.errors.gameId}
                  options={
                    session
                      ? [{ value: String(session.game.id), label: gameLabel(session.game) }]
                      : games.offered
                  }
                  value={session ? [String(session.game.id)] : gameId === null ? [] : [String(gameId)]}
                  onChange={([value]) =>
                    form.setFieldValue('gameId', value === undefined ? null : Number(value))
                  }
                />
              </div>
              <div ref={foot} className={styles.foot}>
                {hasLeft && (
                  <span className={styles.left} role="alert">
                    <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" /> {t('filesLeft')}
                  </span>
                )}
                {!isSent && (
                  <Button variant="default" component={Link} to="/tickets">
                    {common('cancel')}
                  </Button>
                )}
                {madeId !== null && (
                  <Button variant="default" disabled={isBusy} onClick={() => leave(madeId)}>
                    {t('openIt')}
                  </Button>
                )}
                {(!isSent || isBusy || attachments.canRetry) && (
                  <Button type="submit" loading={isBusy || isLookingUp}>
                    {isSent ? t('sendFiles') : t('send')}
                  </Button>
                )}
              </div>
            </div>
          </Panel>
        </form>
      </PageBody>
    </>
  );
}
