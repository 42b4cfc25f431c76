import { type Kysely, sql } from 'kysely';

/** Statements of closed months, what both sides said about them, payments, and what an integration owes by contract. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO log_types (id, name) VALUES (15, 'statements')`.execute(db);
  await sql`
    CREATE TABLE statement_settings (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      settings jsonb NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE statement_recipients (
      integration_id integer PRIMARY KEY,
      party jsonb NOT NULL
    )`.execute(db);
  await sql`
    CREATE TABLE settlement_terms (
      integration_id integer NOT NULL,
      -- First day of the first month that they apply to.
      from_month date NOT NULL,
      terms jsonb NOT NULL,
      updated_at timestamptz NOT NULL,
      updated_by text NOT NULL,
      PRIMARY KEY (integration_id, from_month)
    )`.execute(db);
  // Cents. A row is never deleted, and only its state changes.
  await sql`
    CREATE TABLE statements (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- Of the day of issue in the zone; numbers have no gaps within it.
      year smallint NOT NULL,
      sequence integer NOT NULL,
      number text NOT NULL UNIQUE,
      integration_id integer NOT NULL,
      -- First day of the month.
      month date NOT NULL,
      closing_id integer NOT NULL REFERENCES period_closings (id),
      state text NOT NULL CHECK (state IN ('issued', 'acknowledged', 'disputed', 'void')),
      issued_at timestamptz NOT NULL,
      due_on date NOT NULL,
      due bigint NOT NULL,
      restated bigint NOT NULL,
      vat bigint NOT NULL,
      total bigint NOT NULL,
      -- The due of the platform minus that of the terms; null without terms.
      terms_difference bigint,
      content jsonb NOT NULL,
      UNIQUE (year, sequence),
      CHECK (total = due + restated + vat)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX statements_in_force ON statements (integration_id, month) WHERE state <> 'void'`.execute(
    db,
  );
  await sql`CREATE INDEX statements_newest ON statements (issued_at DESC, id DESC)`.execute(db);
  // A difference is on one statement at most; those of a void one are free again.
  await sql`
    CREATE TABLE statement_restatements (
      restatement_id bigint PRIMARY KEY REFERENCES period_restatements (id),
      statement_id integer NOT NULL REFERENCES statements (id)
    )`.execute(db);
  await sql`CREATE INDEX statement_restatements_statement ON statement_restatements (statement_id)`.execute(
    db,
  );
  // Also the ledger: the balance of an integration is the sum of its changes, in the order of the ids.
  await sql`
    CREATE TABLE statement_events (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      statement_id integer NOT NULL REFERENCES statements (id),
      integration_id integer NOT NULL,
      at timestamptz NOT NULL,
      action text NOT NULL CHECK (
        action IN ('issue', 'send', 'acknowledge', 'dispute', 'accept', 'reject', 'pay', 'reverse', 'void')
      ),
      side text NOT NULL CHECK (side IN ('integration', 'provider')),
      user_id text NOT NULL,
      username text NOT NULL,
      note text,
      -- Of a payment.
      reference text,
      amount bigint,
      -- By how much the integration owes more; null where that does not change.
      change bigint
    )`.execute(db);
  await sql`CREATE INDEX statement_events_statement ON statement_events (statement_id, id)`.execute(db);
  await sql`
    CREATE INDEX statement_events_ledger ON statement_events (integration_id, id) WHERE change IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE TABLE statement_payments (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      statement_id integer NOT NULL REFERENCES statements (id),
      amount bigint NOT NULL CHECK (amount <> 0),
      received_on date NOT NULL,
      reference text NOT NULL,
      -- Who recorded it, and who took it back.
      event_id bigint NOT NULL REFERENCES statement_events (id),
      reversal_id bigint REFERENCES statement_events (id)
    )`.execute(db);
  await sql`CREATE INDEX statement_payments_statement ON statement_payments (statement_id, id)`.execute(db);
  await sql`
    CREATE TABLE statement_deliveries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      statement_id integer NOT NULL REFERENCES statements (id),
      recipient text NOT NULL,
      -- Null for the address of the integration itself.
      user_id text,
      language text NOT NULL,
      state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'refused')),
      reason jsonb,
      created_at timestamptz NOT NULL,
      finished_at timestamptz
    )`.execute(db);
  await sql`CREATE INDEX statement_deliveries_statement ON statement_deliveries (statement_id, id)`.execute(
    db,
  );
}
