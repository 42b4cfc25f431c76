/** By what a row names a person: their id at the identity provider, their username, or their email address. */
export type NamedBy = 'subject' | 'username' | 'address';

/** A table with rows of a person, and what an erasure does to them. */
export interface Place {
  table: string;
  column: string;
  by: NamedBy;
  /**
   * `delete` and `rename` are done by an erasure itself, `account` goes with the account, `expire` is removed within the hour by a
   * running hub. `keep` stays: docs/personal-data.md says why.
   */
  erasure: 'delete' | 'rename' | 'account' | 'expire' | 'keep';
  /** What an export leaves out: secrets, and what only the database needs. */
  hidden?: readonly string[];
}

/** Every table that names people who use the hub. A test compares the list with the database. */
export const places: readonly Place[] = [
  { table: 'users', column: 'subject', by: 'subject', erasure: 'account' },
  { table: 'accounts', column: 'id', by: 'subject', erasure: 'account', hidden: ['password_hash'] },
  {
    table: 'account_sessions',
    column: 'account_id',
    by: 'subject',
    erasure: 'account',
    hidden: ['session_uid'],
  },
  {
    table: 'account_second_factors',
    column: 'account_id',
    by: 'subject',
    erasure: 'account',
    hidden: ['encrypted_key', 'last_step'],
  },
  {
    table: 'account_pending_factors',
    column: 'account_id',
    by: 'subject',
    erasure: 'account',
    hidden: ['encrypted_key'],
  },
  {
    table: 'account_recovery_codes',
    column: 'account_id',
    by: 'subject',
    erasure: 'account',
    hidden: ['code_hash'],
  },
  {
    table: 'oidc_payloads',
    column: 'account_id',
    by: 'subject',
    erasure: 'account',
    hidden: ['id_hash', 'payload', 'uid', 'grant_id', 'session_uid', 'successor_salt', 'caller'],
  },
  { table: 'token_revocations', column: 'subject', by: 'subject', erasure: 'keep' },
  { table: 'former_staff_addresses', column: 'address', by: 'address', erasure: 'delete' },
  { table: 'notifications', column: 'user_id', by: 'subject', erasure: 'delete' },
  { table: 'maintenance_integrations', column: 'answered_by', by: 'username', erasure: 'rename' },
  { table: 'calendar_feeds', column: 'user_id', by: 'subject', erasure: 'delete', hidden: ['secret_hash'] },
  { table: 'reconciliation_days', column: 'username', by: 'username', erasure: 'rename' },
  { table: 'reconciliation_files', column: 'username', by: 'username', erasure: 'rename', hidden: ['kept'] },
  {
    table: 'game_imports',
    column: 'username',
    by: 'username',
    erasure: 'rename',
    hidden: ['planned', 'applied'],
  },
  { table: 'bet_imports', column: 'username', by: 'username', erasure: 'rename' },
  { table: 'certificates', column: 'added_by', by: 'username', erasure: 'rename', hidden: ['file_key'] },
  { table: 'tickets', column: 'reporter_id', by: 'subject', erasure: 'keep' },
  { table: 'tickets', column: 'deleted_by', by: 'subject', erasure: 'keep' },
  { table: 'tickets', column: 'assignee_id', by: 'subject', erasure: 'keep' },
  { table: 'ticket_answers', column: 'responder_id', by: 'subject', erasure: 'keep' },
  { table: 'ticket_ratings', column: 'rated_by', by: 'subject', erasure: 'keep' },
  { table: 'saved_replies', column: 'owner_id', by: 'subject', erasure: 'delete' },
  { table: 'exports', column: 'user_id', by: 'subject', erasure: 'expire', hidden: ['file_key'] },
  { table: 'jobs', column: 'user_id', by: 'subject', erasure: 'delete', hidden: ['checkpoint', 'worker'] },
  { table: 'mail_deliveries', column: 'recipient', by: 'address', erasure: 'delete' },
  { table: 'mail_quota_uses', column: 'user_id', by: 'subject', erasure: 'delete' },
  { table: 'topic_mails', column: 'address', by: 'address', erasure: 'delete' },
  { table: 'mailing_list_entries', column: 'email', by: 'address', erasure: 'delete' },
  { table: 'mailing_list_claims', column: 'address', by: 'address', erasure: 'delete' },
  { table: 'report_deliveries', column: 'recipient', by: 'address', erasure: 'delete' },
  { table: 'saved_views', column: 'owner_id', by: 'subject', erasure: 'delete' },
  { table: 'saved_view_pins', column: 'user_id', by: 'subject', erasure: 'delete' },
  {
    table: 'api_tokens',
    column: 'owner_id',
    by: 'subject',
    erasure: 'delete',
    hidden: ['secret_hash', 'old_secret_hash'],
  },
  { table: 'bet_changes', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'alert_rules', column: 'updated_by', by: 'username', erasure: 'rename' },
  { table: 'alert_incidents', column: 'closed_by', by: 'username', erasure: 'rename' },
  { table: 'alert_incidents', column: 'acknowledged_by', by: 'username', erasure: 'rename' },
  { table: 'alert_events', column: 'username', by: 'username', erasure: 'rename' },
  { table: 'outages', column: 'closed_by', by: 'username', erasure: 'rename' },
  { table: 'outage_events', column: 'username', by: 'username', erasure: 'rename' },
  { table: 'outage_recipients', column: 'username', by: 'username', erasure: 'rename' },
  { table: 'rtp_cases', column: 'closed_by', by: 'subject', erasure: 'keep' },
  { table: 'rtp_case_events', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'game_requests', column: 'asked_by', by: 'subject', erasure: 'keep' },
  { table: 'game_requests', column: 'reviewed_by', by: 'subject', erasure: 'keep' },
  { table: 'game_requests', column: 'decided_by', by: 'subject', erasure: 'keep' },
  { table: 'game_request_events', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'change_requests', column: 'requested_by', by: 'subject', erasure: 'keep' },
  { table: 'change_requests', column: 'decided_by', by: 'subject', erasure: 'keep' },
  { table: 'period_closings', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'period_reviews', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'period_events', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'statement_events', column: 'user_id', by: 'subject', erasure: 'keep' },
  { table: 'statement_deliveries', column: 'recipient', by: 'address', erasure: 'delete' },
  { table: 'statement_deliveries', column: 'user_id', by: 'subject', erasure: 'delete' },
  { table: 'settlement_terms', column: 'updated_by', by: 'username', erasure: 'rename' },
  { table: 'conformance_runs', column: 'requested_by', by: 'subject', erasure: 'keep' },
  { table: 'logs', column: 'user_id', by: 'subject', erasure: 'keep', hidden: ['search_text'] },
];

/** The words that an erasure puts in place of a username. */
export const erasedName = 'erased user';
