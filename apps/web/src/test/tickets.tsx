import { type Answer, isProviderRole, type Ticket, ticketTurn } from '@ludus/contract';
import { useEffect, useRef } from 'react';
import type { RichTextProps } from '../components/rich-text/rich-text-editor.tsx';

/** Tickets as the API answers them, for screen tests; the signed-in person of the tests is `user-1`. */
export function aTicket(part: Partial<Ticket> = {}): Ticket {
  const ticket = {
    id: 12,
    title: 'Reels stand still',
    description: '<p>After a <strong>free spin</strong>.</p>',
    status: 'open',
    case: { type: 'general' },
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
    integration: { id: 1, name: 'Alpina' },
    game: { id: 7, name: 'Wolves of Skadi', sub_name: null },
    session: { id: '0190a7de-0000-7000-8000-000000000001', aamsTicketId: 'N2F0A17C4B93D201' },
    sessionId: '0190a7de-0000-7000-8000-000000000001',
    operatorId: 3,
    reporter: { id: 'anna', username: 'anna' },
    reporterSide: 'integration',
    answers: [],
    ticket_media: [],
    deletion: null,
    assignee: null,
    answerDue: null,
    rating: null,
    ...part,
  } as Omit<Ticket, 'turn'>;
  return { ...ticket, turn: part.turn === undefined ? turnOf(ticket) : part.turn };
}

function turnOf(ticket: Omit<Ticket, 'turn'>): Ticket['turn'] {
  const turn = ticketTurn({
    status: ticket.status,
    isDeleted: ticket.deletion !== null,
    hasIntegration: ticket.integration !== null,
    createdAt: Date.parse(ticket.createdAt),
    reporterSide: 'integration',
    answers: ticket.answers.map(({ createdAt, responder, waitsFor }) => ({
      createdAt: Date.parse(createdAt),
      side: responder?.role && isProviderRole(responder.role) ? 'provider' : 'integration',
      waitsFor,
    })),
  });
  return turn && { side: turn.side, since: new Date(turn.since).toISOString() };
}

export function anAnswer(part: Partial<Answer> = {}): Answer {
  return {
    id: 31,
    description: '<p>We look into it.</p>',
    status: 'ongoing',
    createdAt: '2026-11-20T11:00:00.000Z',
    responder: { id: 'mara', username: 'mara', role: 'ludus_admin' },
    ticket_media: [],
    waitsFor: null,
    ...part,
  };
}

/** The editor needs a browser that lays out text; screens are tested with a plain field in its place. */
export default function PlainEditor({
  label,
  value,
  onChange,
  disabled,
  error,
  errorId,
  onReady,
  inserter,
}: RichTextProps & { errorId: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const ready = useRef(onReady);
  if (inserter) {
    inserter.current = (html) => {
      onChange(value + html);
      field.current?.focus();
    };
  }
  useEffect(() => {
    if (!ready.current) return;
    field.current?.focus();
    ready.current();
  }, []);
  return (
    <textarea
      ref={field}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={errorId}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
