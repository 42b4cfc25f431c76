import { groupCheckTexts } from '@ludus/contract/conformance';
import { conformanceTexts } from '@ludus/contract/conformance/it';
import type { SameKeys } from '../../lib/texts.ts';
import type { en } from './i18n.en.ts';

const { checks, ...texts } = conformanceTexts;

export const it: SameKeys<typeof en> = {
  ...texts,
  ...groupCheckTexts(checks),
  title: 'Conformità',
  intro:
    'Le verifiche chiamano la piattaforma come fa l’hub, con gli indirizzi e i token di questa integrazione.',
  run: 'Avvia le verifiche',
  runTitle: 'Avviare le verifiche di {{name}}?',
  runText:
    'Leggono le sessioni degli ultimi giorni, i totali, gli operatori, i giochi e le puntate della piattaforma, e durano circa un minuto.',
  withWrites: 'Avvia anche le verifiche che scrivono sulla piattaforma',
  withWritesText:
    'Impostano le puntate che un gioco ha già, inviano l’avviso di una manutenzione che non esiste e provano a chiudere ciò che non si può chiudere. Nessuna sessione aperta viene chiusa.',
  running: 'Verifiche in corso',
  runningWrites: 'Verifiche in corso, comprese quelle che scrivono',
  startedBy: 'Avviate da {{username}}, {{at, datetime(style: minutes)}}',
  cancel: 'Annulla le verifiche',
  none: 'Le verifiche non sono ancora state avviate',
  noneHelp:
    'Mostrano se la piattaforma rispetta l’API operatore: che cosa è stato chiesto, atteso e trovato, e che cosa correggere.',
  whoRuns: 'Le avviano gli amministratori del provider.',
  result: 'Ultimo risultato',
  resultBy: '{{at, datetime(style: minutes)}}, {{username}}',
  resultByProvider: '{{at, datetime(style: minutes)}}, verifiche del provider ({{username}})',
  writesIncluded: 'con le verifiche che scrivono',
  download: 'Scarica',
  format: { html: 'HTML', json: 'JSON', markdown: 'Markdown' },
  downloadFailed: 'Impossibile scaricare il rapporto',
  copy: 'Copia il rapporto',
  copied: 'Rapporto copiato',
  notCopied: 'Impossibile copiare il rapporto',
  copyCheck: 'Risultato di {{check}}',
  checkCopied: 'Risultato copiato',
  checkNotCopied: 'Impossibile copiare il risultato',
  area: 'Area',
  byArea: 'Risultati per area',
  total: 'Tutte le aree',
  results: 'Verifiche',
  section: { failed: 'Non superate', skipped: 'Saltate', passed: 'Superate' },
  asked: 'Chiamata',
  expected: 'Atteso',
  found: 'Trovato',
  mend: 'Che cosa correggere',
  against: 'Rispetto a {{at, datetime(style: minutes)}}',
  newlyFailed: 'Ora non superate',
  newlyPassed: 'Ora superate',
  noChange: 'Nessuna verifica è cambiata tra superata e non superata.',
  guide: 'Guida per operatori',
  inGuide: 'Nella guida per operatori',
  runs: 'Esecuzioni',
  at: 'Avvio',
  by: 'Utente',
  state: 'Stato',
  runState: {
    running: 'In corso',
    passed: 'Superata',
    checksFailed: 'Verifiche non superate',
    cancelled: 'Annullata',
    failed: 'Interrotta',
  },
  runPanel: 'Esecuzione delle verifiche',
  openRun: 'Esecuzione del {{at, datetime(style: minutes)}}',
  runGone: 'Questa esecuzione non è più conservata: restano solo le ultime venti.',
  noResult: 'Questa esecuzione non ha un risultato.',
  counts: '{{passed, number}} superate, {{failed, number}} non superate, {{skipped, number}} saltate',
};
