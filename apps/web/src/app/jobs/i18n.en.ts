export const en = {
  region: 'Background job',
  waiting: 'waiting on queue',
  lastJob: 'Last job: {{name}}',
  finishedIn: 'Finished in {{time}}',
  errorTitle: 'Something went wrong',
  errorText: 'Please try again',
  lostTitle: 'Lost connection to jobs server',
  lostText: 'Trying to reconnect',
  minimise: 'Minimise',
  restore: 'Show the job',
  close: 'Close',
  progress: 'Progress',
  quarantined: 'Quarantined',
  names: {
    export: 'Export',
    'email-report': 'Report by email',
    'email-sessions': 'Sessions list by email',
    'fetch-recent-sessions': 'Scheduled fetch',
    'fetch-sessions': 'Fetch sessions',
    'synchronise-integrations': 'Synchronise integrations',
  },
  keys: {
    received: 'Received',
    new: 'New',
    changed: 'Changed',
    unchanged: 'Unchanged',
    quarantined: 'Quarantined',
    elsewhere: 'Outside the period',
    integrations: 'Integrations',
    sessions: 'Sessions',
    synchronised: 'Synchronised',
    failed: 'Failed',
    rows: 'Rows',
    recipients: 'Recipients',
    sent: 'Sent',
    refused: 'No access',
    period: 'Period',
    from: 'From',
    to: 'To',
  },
  partly: 'Completed with errors',
  quarantinedRows: 'Completed with quarantined rows',
  showQuarantined: 'Show quarantined rows',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    jobs: typeof en;
  }
}
