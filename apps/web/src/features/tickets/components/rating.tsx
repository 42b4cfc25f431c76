import { type Ticket, type TicketRating, ticketRatings } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { IconMoodSad, IconMoodSmile } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useRateTicket } from '../../../domain/ticket/ticket-ratings.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { usePersonName } from './person.tsx';
import styles from './rating.module.css';

const icons = { good: IconMoodSmile, bad: IconMoodSad };

interface RatingProps {
  ticket: Ticket;
  /** The present minute, or when the ticket was read, in milliseconds. */
  now: number;
}

/** How a closed ticket was served: its integration says so, the provider reads it. Nothing before it is closed. */
export function Rating({ ticket, now }: RatingProps) {
  const { t } = useTranslation('tickets');
  const canRate = useCan('tickets:rate');
  const [isChanging, setChanging] = useState(false);
  const { rating } = ticket;
  if (ticket.status !== 'closed' || ticket.deletion !== null) return null;
  const canChange = canRate && (rating === null || Date.parse(rating.changeableUntil) > now);
  if (rating === null && !canChange) return null;
  return (
    <section className={styles.rating} aria-label={t('rating.title')}>
      <h3 className={styles.title}>{t(canRate ? 'rating.question' : 'rating.title')}</h3>
      {canChange && (rating === null || isChanging) ? (
        <RatingForm ticket={ticket} onDone={() => setChanging(false)} />
      ) : (
        rating && (
          <Shown rating={rating}>
            {canChange && (
              <span className={styles.foot}>
                <Button variant="default" onClick={() => setChanging(true)}>
                  {t('rating.change')}
                </Button>
                <span className={styles.note}>
                  {t('rating.until')} <DateTime value={rating.changeableUntil} format="minutes" />
                </span>
              </span>
            )}
          </Shown>
        )
      )}
    </section>
  );
}

function Shown({ rating, children }: { rating: NonNullable<Ticket['rating']>; children: ReactNode }) {
  const nameOf = usePersonName();
  return (
    <>
      <p className={styles.line}>
        <RatingMark value={rating.value} />
        <span className={styles.note}>
          {nameOf(rating.by)} · <DateTime value={rating.changedAt} format="minutes" />
        </span>
      </p>
      {rating.comment !== null && <p className={styles.comment}>{rating.comment}</p>}
      {children}
    </>
  );
}

/** A rating in one word, with its face. */
export function RatingMark({ value }: { value: TicketRating }) {
  const { t } = useTranslation('tickets');
  const Icon = icons[value];
  return (
    <span className={styles.mark} data-value={value}>
      <Icon size={16} stroke={1.75} aria-hidden="true" /> {t(`rating.${value}`)}
    </span>
  );
}

function RatingForm({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const [value, setValue] = useState<TicketRating | null>(ticket.rating?.value ?? null);
  const [comment, setComment] = useState(ticket.rating?.comment ?? '');
  const [problem, setProblem] = useState(false);
  const rate = useRateTicket(ticket.id, {
    onRated: () => {
      toast('success', t('rating.thanks'));
      onDone();
    },
    onFailed: (error) => {
      const isRefused = error instanceof ApiError && error.status !== 0;
      toast('error', t('rating.failed'), isRefused ? { detail: error.message } : networkErrorDetail(error));
    },
  });
  return (
    <form
      className={styles.form}
      aria-label={t('rating.question')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setProblem(value === null);
        if (value !== null) rate.mutate({ value, comment });
      }}
    >
      <SegmentedSwitch
        label={t('rating.question')}
        value={value ?? ''}
        onChange={(chosen) => {
          setValue(ticketRatings.find((one) => one === chosen) ?? null);
          setProblem(false);
        }}
        options={ticketRatings.map((one) => {
          const Icon = icons[one];
          return {
            value: one as string,
            label: t(`rating.${one}`),
            icon: <Icon size={16} stroke={1.75} aria-hidden="true" />,
          };
        })}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {t('rating.choose')}
        </p>
      )}
      <Textarea
        label={<OptionalLabel label={t('rating.comment')} />}
        aria-label={t('rating.comment')}
        rows={2}
        resize="vertical"
        maxLength={1_000}
        value={comment}
        disabled={rate.isPending}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <span className={styles.foot}>
        <Button type="submit" loading={rate.isPending}>
          {t('rating.send')}
        </Button>
        {ticket.rating !== null && (
          <Button variant="default" disabled={rate.isPending} onClick={onDone}>
            {common('cancel')}
          </Button>
        )}
      </span>
    </form>
  );
}
