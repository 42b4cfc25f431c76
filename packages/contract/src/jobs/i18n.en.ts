/** Progress and results of background jobs. Quoted by the documents, so kept literally: "Fetching sessions...". */
export const jobs = {
  fetchStarted: 'Fetching sessions...',
  waitingForFetch: '{{integration}}: waiting for another fetch to end',
  received_one: '{{integration}}: {{count, number}} session received',
  received_other: '{{integration}}: {{count, number}} sessions received',
  integrationDone: '{{integration}}: done',
  integrationFailed: '{{integration}}: {{reason}}',
  fetched_one: '{{count, number}} session received from {{done, number}} of {{all, number}} integrations.',
  fetched_other: '{{count, number}} sessions received from {{done, number}} of {{all, number}} integrations.',
  fetchedWithRemarks_one:
    '{{count, number}} session received from {{done, number}} of {{all, number}} integrations. {{remarks}}',
  fetchedWithRemarks_other:
    '{{count, number}} sessions received from {{done, number}} of {{all, number}} integrations. {{remarks}}',
  rowsQuarantined_one: '{{count, number}} row quarantined.',
  rowsQuarantined_other: '{{count, number}} rows quarantined.',
  nothingFetched: '{{failures}}',
  rebuildingRollup: 'Rollup: {{done, number}} of {{all, number}} days and months computed',
  rollupRebuilt: 'Rollup computed again from the sessions',
  comparing: 'Comparing {{from}} to {{to}}',
  compared: '{{equal, number}} of {{all, number}} integrations match',
  comparedPartly: '{{equal, number}} of {{all, number}} integrations match. {{failures}}',
  synchronised: '{{integration}}: done ({{done, number}} of {{all, number}})',
  notSynchronised: '{{integration}}: failed ({{done, number}} of {{all, number}})',
  noRecipients: 'No one is on the mailing list for this report',
  mailed: 'Sent to {{sent, number}} of {{all, number}} addresses',
  mailedFailed:
    'Sent to {{sent, number}} of {{all, number}} addresses, delivery failed for {{failed, number}}',
  mailedRefused: 'Sent to {{sent, number}} of {{all, number}} addresses, {{refused, number}} without access',
  mailedFailedRefused:
    'Sent to {{sent, number}} of {{all, number}} addresses, delivery failed for {{failed, number}}, {{refused, number}} without access',
  notMailed: 'The report reached no address. {{reason}}',
  writingSessions: 'Writing the sessions list',
  sessionsWritten: '{{done, number}} of {{all, number}} sessions',
  sessionsMailed_one: 'Sent {{rows, number}} sessions to {{count, number}} address',
  sessionsMailed_other: 'Sent {{rows, number}} sessions to {{count, number}} addresses',
  writingFile: 'Writing {{file}}',
  rowsWritten: '{{done, number}} of {{all, number}} rows',
  fileWritten: '{{rows, number}} rows in {{file}}',
  fileMailed_one: '{{rows, number}} rows in {{file}}, sent to {{count, number}} address',
  fileMailed_other: '{{rows, number}} rows in {{file}}, sent to {{count, number}} addresses',
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
