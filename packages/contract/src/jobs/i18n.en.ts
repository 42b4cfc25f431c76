/** Progress and results of background jobs. Quoted by the documents, so kept literally: "Fetching sessions...". */
export const jobs = {
  fetchStarted: 'Fetching sessions...',
  waitingForFetch: '{{integration}}: waiting for another fetch to end',
  received_one: '{{integration}}: {{count, number}} session received',
  received_other: '{{integration}}: {{count, number}} sessions received',
  integrationDone: '{{integration}}: done',
  integrationFailed: '{{integration}}: {{reason}}',
  fetched_one:
    '{{count, number}} session received. Integrations reached: {{done, number}} of {{all, number}}.',
  fetched_other:
    '{{count, number}} sessions received. Integrations reached: {{done, number}} of {{all, number}}.',
  fetchedWithRemarks_one:
    '{{count, number}} session received. Integrations reached: {{done, number}} of {{all, number}}. {{remarks}}',
  fetchedWithRemarks_other:
    '{{count, number}} sessions received. Integrations reached: {{done, number}} of {{all, number}}. {{remarks}}',
  rowsQuarantined_one: '{{count, number}} row quarantined.',
  rowsQuarantined_other: '{{count, number}} rows quarantined.',
  nothingFetched: '{{failures}}',
  sessionsRefreshing: 'Refreshing sessions: {{done, number}} of {{all, number}}',
  sessionsRefreshed_one:
    '{{count, number}} session refreshed. Closed: {{closed, number}}, still open: {{open, number}}, failed: {{failed, number}}.',
  sessionsRefreshed_other:
    '{{count, number}} sessions refreshed. Closed: {{closed, number}}, still open: {{open, number}}, failed: {{failed, number}}.',
  sessionsClosing: 'Closing sessions: {{done, number}} of {{all, number}}',
  sessionsClosed_one:
    '{{count, number}} session to close. Closed: {{closed, number}}, not closable: {{refused, number}}, failed: {{failed, number}}.',
  sessionsClosed_other:
    '{{count, number}} sessions to close. Closed: {{closed, number}}, not closable: {{refused, number}}, failed: {{failed, number}}.',
  rebuildingRollup: 'Rollup: {{done, number}} of {{all, number}} days and months computed',
  rollupRebuilt: 'Rollup computed again from the sessions',
  backupStarted: 'Starting the backup',
  backupRecords: 'Copying PostgreSQL',
  backupSessions: 'Copying the session store',
  backupSessionsCopied: 'Copying the session store: {{done, number}} of {{all, number}} MB',
  backupSessionsIdle: 'Copying the session store: nothing was copied for {{seconds, number}} s',
  backupStoreFailed: 'The session store could not be copied: {{reason}}.',
  backupStoreServerFailed:
    'ClickHouse could not copy the session store: {{reason}}. Its server has to reach the bucket by the address that the hub uses, and trust its certificate.',
  backupFiles: 'Copying the files',
  backupChecking: 'Reading the backup back',
  backupTaken: 'Backup {{set}} taken',
  backupRunning: 'Another backup is running. Try again when it has ended.',
  backupNoTarget: 'No target was given. Set BACKUP_TARGET, or name a folder or s3://bucket/prefix.',
  backupTargetTaken: '{{target}} holds backups of another hub. Choose a target of its own in BACKUP_TARGET.',
  backupFolderUnusable:
    'The folder {{folder}} cannot be used for backups ({{reason}}). Check BACKUP_TARGET and who may read and write there.',
  backupBucketUnusable:
    'The bucket {{bucket}} cannot be used for backups ({{reason}}). Check BACKUP_TARGET, BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.',
  comparing: 'Comparing {{from}} to {{to}}',
  comparingAfterFetch: 'Waiting for the fetch',
  comparingSessions: '{{integration}}, {{day}}: comparing sessions, {{lines, number}} read',
  compared: 'Integrations that match: {{equal, number}} of {{all, number}}',
  comparedPartly: 'Integrations that match: {{equal, number}} of {{all, number}}. {{failures}}',
  synchronised: '{{integration}}: done ({{done, number}} of {{all, number}})',
  notSynchronised: '{{integration}}: failed ({{done, number}} of {{all, number}})',
  conformanceChecking: '{{integration}}: check {{done, number}} of {{all, number}}',
  conformanceDone:
    '{{integration}}: {{passed, number}} passed, {{failed, number}} failed, {{skipped, number}} skipped',
  conformanceCancelled: '{{integration}}: cancelled, nothing was kept',
  betsImporting: 'Bet lists: {{done, number}} of {{all, number}}',
  betsUndone: 'Bet lists undone: {{done, number}} of {{all, number}}',
  betsImported: 'Bet lists changed: {{done, number}} of {{all, number}}',
  noRecipients: 'No one is on the mailing list for this report',
  mailed: 'Addresses reached: {{sent, number}} of {{all, number}}',
  mailedFailed:
    'Addresses reached: {{sent, number}} of {{all, number}}, delivery failed for {{failed, number}}',
  mailedRefused: 'Addresses reached: {{sent, number}} of {{all, number}}, {{refused, number}} without access',
  mailedFailedRefused:
    'Addresses reached: {{sent, number}} of {{all, number}}, delivery failed for {{failed, number}}, {{refused, number}} without access',
  notMailed: 'The report reached no address. {{reason}}',
  writingSessions: 'Writing the sessions list',
  sessionsWritten: 'Sessions: {{done, number}} of {{all, number}}',
  sessionsMailed_one: 'Sessions list ({{rows, number}}) sent to {{count, number}} address',
  sessionsMailed_other: 'Sessions list ({{rows, number}}) sent to {{count, number}} addresses',
  writingFile: 'Writing {{file}}',
  rowsWritten: 'Rows: {{done, number}} of {{all, number}}',
  fileWritten: 'Rows in {{file}}: {{rows, number}}',
  fileMailed_one: 'Rows in {{file}}: {{rows, number}}, sent to {{count, number}} address',
  fileMailed_other: 'Rows in {{file}}: {{rows, number}}, sent to {{count, number}} addresses',
  exportCancelled: 'The export was cancelled.',
  mailSent_one: 'Sent to {{count, number}} address',
  mailSent_other: 'Sent to {{count, number}} addresses',
  digestQueued_one: '{{count, number}} message in a digest',
  digestQueued_other: '{{count, number}} messages in a digest',
  synchronizeOneFailed: 'Failed to synchronize integration: {{failure}}',
  synchronizeAllFailed: 'Failed to synchronize integrations: {{failure}}',
  synchronizeFailure: '{{names}}. {{reasons}}',
} as const;

/** Why an address got no mail. */
export const mail = {
  otherIntegrations: 'The person at this address has no access to the integrations of this report.',
  noStatement: 'The person at this address has no access to this statement.',
  noAccount: 'The account of this address has been removed or is disabled.',
  severalIntegrations: 'People of several integrations have this address.',
  noIntegration: 'The person at this address belongs to no integration.',
  notTaken: 'The mail server did not accept the email.',
  notTakenStatus: 'The mail server did not accept the email (SMTP {{status}}).',
  refusedForSome_one:
    'The mail server refused the email for {{refused, number}} of {{count, number}} address.',
  refusedForSome_other:
    'The mail server refused the email for {{refused, number}} of {{count, number}} addresses.',
  unreachable: 'The mail server cannot be reached.',
  signInRefused: 'The mail server did not accept the name and password of the hub.',
  notSetUp: 'No mail server has been set up (SMTP_URL).',
  sandboxUnreachable: 'The mail server of the sandbox cannot be reached.',
} as const;
