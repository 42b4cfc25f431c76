import type { SameKeys } from '../../lib/texts.ts';

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
  keptAside: 'Set aside',
  names: {
    export: 'Export',
    'email-report': 'Report by e-mail',
    'email-sessions': 'Sessions list by e-mail',
    'fetch-sessions': 'Fetch sessions',
    'synchronise-integrations': 'Synchronise integrations',
  },
  keys: {
    received: 'Read',
    new: 'New',
    changed: 'Changed',
    unchanged: 'Unchanged',
    keptAside: 'Set aside',
    integrations: 'Integrations',
    sessions: 'Sessions',
    synchronised: 'Synchronised',
    failed: 'Failed',
    rows: 'Rows',
    recipients: 'Recipients',
    sent: 'Sent',
    period: 'Period',
    from: 'From',
    to: 'To',
  },
};

export const it: SameKeys<typeof en> = {
  region: 'Lavoro in background',
  // Quoted by the product's documents: the same words in both languages.
  waiting: 'waiting on queue',
  lastJob: 'Last job: {{name}}',
  finishedIn: 'Finito in {{time}}',
  errorTitle: 'Something went wrong',
  errorText: 'Please try again',
  lostTitle: 'Lost connection to jobs server',
  lostText: 'Trying to reconnect',
  minimise: 'Riduci',
  restore: 'Mostra il lavoro',
  close: 'Chiudi',
  progress: 'Avanzamento',
  keptAside: 'Messe da parte',
  names: {
    export: 'Esportazione',
    'email-report': 'Report per e-mail',
    'email-sessions': 'Elenco sessioni per e-mail',
    'fetch-sessions': 'Recupero sessioni',
    'synchronise-integrations': 'Sincronizzazione integrazioni',
  },
  keys: {
    received: 'Lette',
    new: 'Nuove',
    changed: 'Modificate',
    unchanged: 'Invariate',
    keptAside: 'Messe da parte',
    integrations: 'Integrazioni',
    sessions: 'Sessioni',
    synchronised: 'Sincronizzate',
    failed: 'Non riuscite',
    rows: 'Righe',
    recipients: 'Destinatari',
    sent: 'Inviate',
    period: 'Periodo',
    from: 'Dal',
    to: 'Al',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    jobs: typeof en;
  }
}
