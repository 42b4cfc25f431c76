import type { SameTexts } from '../messages/same-texts.ts';
import type * as en from './i18n.en.ts';

export const jobs: SameTexts<typeof en.jobs> = {
  fetchStarted: 'Aggiornamento delle sessioni in corso...',
  waitingForFetch: '{{integration}}: in attesa che finisca un altro aggiornamento',
  received_one: '{{integration}}: {{count, number}} sessione ricevuta',
  received_many: '{{integration}}: {{count, number}} sessioni ricevute',
  received_other: '{{integration}}: {{count, number}} sessioni ricevute',
  integrationDone: '{{integration}}: completata',
  integrationFailed: '{{integration}}: {{reason}}',
  fetched_one:
    '{{count, number}} sessione ricevuta. Integrazioni raggiunte: {{done, number}} su {{all, number}}.',
  fetched_many:
    '{{count, number}} sessioni ricevute. Integrazioni raggiunte: {{done, number}} su {{all, number}}.',
  fetched_other:
    '{{count, number}} sessioni ricevute. Integrazioni raggiunte: {{done, number}} su {{all, number}}.',
  fetchedWithRemarks_one:
    '{{count, number}} sessione ricevuta. Integrazioni raggiunte: {{done, number}} su {{all, number}}. {{remarks}}',
  fetchedWithRemarks_many:
    '{{count, number}} sessioni ricevute. Integrazioni raggiunte: {{done, number}} su {{all, number}}. {{remarks}}',
  fetchedWithRemarks_other:
    '{{count, number}} sessioni ricevute. Integrazioni raggiunte: {{done, number}} su {{all, number}}. {{remarks}}',
  rowsQuarantined_one: '{{count, number}} riga messa in quarantena.',
  rowsQuarantined_many: '{{count, number}} righe messe in quarantena.',
  rowsQuarantined_other: '{{count, number}} righe messe in quarantena.',
  nothingFetched: '{{failures}}',
  sessionsRefreshing: 'Aggiornamento sessioni: {{done, number}} su {{all, number}}',
  sessionsRefreshed_one:
    '{{count, number}} sessione aggiornata. Chiuse: {{closed, number}}, ancora aperte: {{open, number}}, non riuscite: {{failed, number}}.',
  sessionsRefreshed_many:
    '{{count, number}} sessioni aggiornate. Chiuse: {{closed, number}}, ancora aperte: {{open, number}}, non riuscite: {{failed, number}}.',
  sessionsRefreshed_other:
    '{{count, number}} sessioni aggiornate. Chiuse: {{closed, number}}, ancora aperte: {{open, number}}, non riuscite: {{failed, number}}.',
  sessionsClosing: 'Chiusura sessioni: {{done, number}} su {{all, number}}',
  sessionsClosed_one:
    '{{count, number}} sessione da chiudere. Chiuse: {{closed, number}}, non chiudibili: {{refused, number}}, non riuscite: {{failed, number}}.',
  sessionsClosed_many:
    '{{count, number}} sessioni da chiudere. Chiuse: {{closed, number}}, non chiudibili: {{refused, number}}, non riuscite: {{failed, number}}.',
  sessionsClosed_other:
    '{{count, number}} sessioni da chiudere. Chiuse: {{closed, number}}, non chiudibili: {{refused, number}}, non riuscite: {{failed, number}}.',
  rebuildingRollup: 'Aggregati: {{done, number}} di {{all, number}} giorni e mesi ricalcolati',
  rollupRebuilt: 'Aggregati ricalcolati dalle sessioni',
  backupStarted: 'Avvio del backup',
  backupRecords: 'Copia di PostgreSQL',
  backupSessions: "Copia dell'archivio delle sessioni",
  backupSessionsCopied: "Copia dell'archivio delle sessioni: {{done, number}} di {{all, number}} MB",
  backupSessionsIdle: "Copia dell'archivio delle sessioni: nulla di copiato da {{seconds, number}} s",
  backupStoreFailed: "Impossibile copiare l'archivio delle sessioni: {{reason}}.",
  backupStoreServerFailed:
    "ClickHouse non è riuscito a copiare l'archivio delle sessioni: {{reason}}. Il suo server deve raggiungere il bucket all'indirizzo usato dall'hub e considerarne attendibile il certificato.",
  backupFiles: 'Copia dei file',
  backupChecking: 'Rilettura del backup',
  backupTaken: 'Backup {{set}} completato',
  backupRunning: 'È già in corso un altro backup. Riprova quando sarà terminato.',
  backupNoTarget:
    'Manca la destinazione. Imposta BACKUP_TARGET oppure indica una cartella o s3://bucket/prefisso.',
  backupTargetTaken:
    '{{target}} contiene i backup di un altro hub. Scegli una destinazione propria in BACKUP_TARGET.',
  backupFolderUnusable:
    'Impossibile usare la cartella {{folder}} per i backup ({{reason}}). Controlla BACKUP_TARGET e i permessi di lettura e scrittura.',
  backupBucketUnusable:
    'Impossibile usare il bucket {{bucket}} per i backup ({{reason}}). Controlla BACKUP_TARGET, BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID e BACKUP_S3_SECRET_ACCESS_KEY.',
  comparing: 'Confronto dal {{from}} al {{to}}',
  comparingAfterFetch: 'In attesa della fine dell’aggiornamento',
  comparingSessions: '{{integration}}, {{day}}: confronto delle sessioni, {{lines, number}} lette',
  compared: 'Integrazioni senza differenze: {{equal, number}} su {{all, number}}',
  comparedPartly: 'Integrazioni senza differenze: {{equal, number}} su {{all, number}}. {{failures}}',
  synchronised: '{{integration}}: completata ({{done, number}} su {{all, number}})',
  notSynchronised: '{{integration}}: non riuscita ({{done, number}} su {{all, number}})',
  conformanceChecking: '{{integration}}: verifica {{done, number}} di {{all, number}}',
  conformanceDone:
    '{{integration}}: superate {{passed, number}}, non superate {{failed, number}}, saltate {{skipped, number}}',
  conformanceCancelled: '{{integration}}: annullate, nessun risultato salvato',
  betsImporting: 'Elenchi di puntate: {{done, number}} su {{all, number}}',
  betsUndone: 'Elenchi di puntate ripristinati: {{done, number}} su {{all, number}}',
  betsImported: 'Elenchi di puntate modificati: {{done, number}} su {{all, number}}',
  noRecipients: 'La mailing list di questo report è vuota',
  mailed: 'Indirizzi raggiunti: {{sent, number}} su {{all, number}}',
  mailedFailed:
    'Indirizzi raggiunti: {{sent, number}} su {{all, number}}, non recapitati: {{failed, number}}',
  mailedRefused:
    'Indirizzi raggiunti: {{sent, number}} su {{all, number}}, senza accesso: {{refused, number}}',
  mailedFailedRefused:
    'Indirizzi raggiunti: {{sent, number}} su {{all, number}}, non recapitati: {{failed, number}}, senza accesso: {{refused, number}}',
  notMailed: 'Nessun indirizzo ha ricevuto il report. {{reason}}',
  writingSessions: 'Creazione dell’elenco sessioni',
  sessionsWritten: 'Sessioni: {{done, number}} su {{all, number}}',
  sessionsMailed_one: 'Elenco sessioni ({{rows, number}}) inviato a {{count, number}} indirizzo',
  sessionsMailed_many: 'Elenco sessioni ({{rows, number}}) inviato a {{count, number}} indirizzi',
  sessionsMailed_other: 'Elenco sessioni ({{rows, number}}) inviato a {{count, number}} indirizzi',
  writingFile: 'Creazione di {{file}}',
  rowsWritten: 'Righe: {{done, number}} su {{all, number}}',
  fileWritten: 'Righe in {{file}}: {{rows, number}}',
  fileMailed_one: 'Righe in {{file}}: {{rows, number}}, inviato a {{count, number}} indirizzo',
  fileMailed_many: 'Righe in {{file}}: {{rows, number}}, inviato a {{count, number}} indirizzi',
  fileMailed_other: 'Righe in {{file}}: {{rows, number}}, inviato a {{count, number}} indirizzi',
  exportCancelled: 'L’esportazione è stata annullata.',
  mailSent_one: 'Inviata a {{count, number}} indirizzo',
  mailSent_many: 'Inviata a {{count, number}} indirizzi',
  mailSent_other: 'Inviata a {{count, number}} indirizzi',
  digestQueued_one: '{{count, number}} messaggio nel riepilogo',
  digestQueued_many: '{{count, number}} messaggi nel riepilogo',
  digestQueued_other: '{{count, number}} messaggi nel riepilogo',
  synchronizeOneFailed: 'Sincronizzazione dell’integrazione non riuscita: {{failure}}',
  synchronizeAllFailed: 'Sincronizzazione delle integrazioni non riuscita: {{failure}}',
  synchronizeFailure: '{{names}}. {{reasons}}',
};

export const mail: SameTexts<typeof en.mail> = {
  otherIntegrations: 'L’utente con questo indirizzo non ha accesso alle integrazioni di questo report.',
  noStatement: 'L’utente con questo indirizzo non ha accesso a questo rendiconto.',
  noAccount: 'L’account di questo indirizzo è stato rimosso o disattivato.',
  severalIntegrations: 'Questo indirizzo appartiene a utenti di più integrazioni.',
  noIntegration: 'L’utente con questo indirizzo non appartiene a nessuna integrazione.',
  notTaken: 'Il server di posta non ha accettato l’email.',
  notTakenStatus: 'Il server di posta non ha accettato l’email (SMTP {{status}}).',
  refusedForSome_one:
    'Il server di posta ha rifiutato l’email. Indirizzi rifiutati: {{refused, number}} su {{count, number}}.',
  refusedForSome_many:
    'Il server di posta ha rifiutato l’email. Indirizzi rifiutati: {{refused, number}} su {{count, number}}.',
  refusedForSome_other:
    'Il server di posta ha rifiutato l’email. Indirizzi rifiutati: {{refused, number}} su {{count, number}}.',
  unreachable: 'Il server di posta non è raggiungibile.',
  signInRefused: 'Il server di posta non ha accettato le credenziali dell’hub.',
  notSetUp: 'Nessun server di posta configurato (SMTP_URL).',
  sandboxUnreachable: 'Il server di posta della sandbox non è raggiungibile.',
};
