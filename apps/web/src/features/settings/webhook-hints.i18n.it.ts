import type { SameKeys } from '../../lib/texts.ts';
import type { webhookHints as en, webhookTests as enTests } from './webhook-hints.i18n.en.ts';

export const webhookHints: SameKeys<typeof en> = {
  signature:
    'Il destinatario rifiuta la chiamata. Controlla che verifichi con il segreto attuale (e con il precedente per un giorno dopo il rinnovo), su webhook-id, webhook-timestamp e sul corpo così come è arrivato, byte per byte, e che il suo orologio sia esatto.',
  path: 'A questo indirizzo nulla accetta la chiamata. Controlla il percorso e che accetti POST.',
  redirect: 'I reindirizzamenti non vengono seguiti. Inserisci l’indirizzo a cui porta la risposta.',
  size: 'Il destinatario non accetta un corpo di queste dimensioni. Aumenta il suo limite.',
  rate: 'Il destinatario accetta meno chiamate. L’hub riprova da solo; se continua, aumenta il suo limite.',
  receiver: 'Il destinatario ha avuto un errore. Il motivo è nel suo log; cerca l’ID dell’invio.',
  timeout: 'Nessuna risposta entro 15 secondi. Rispondi subito ed elabora dopo.',
  name: 'Nessuna macchina ha questo nome. Controlla l’indirizzo e che il nome sia nel DNS pubblico.',
  connection:
    'La macchina non accetta connessioni. Controlla la porta, che il destinatario sia attivo e il suo firewall.',
  tls: 'Il certificato della macchina non è accettato. Controlla che sia valido ora, per questo nome, e inviato con l’intera catena.',
  private: 'L’hub non chiama indirizzi privati. Assegna al destinatario un indirizzo pubblico.',
  cut: 'La connessione si è interrotta prima della risposta. Controlla proxy e bilanciatori davanti al destinatario.',
};

export const webhookTests: SameKeys<typeof enTests> = {
  sendTestTo: 'Invia una prova a {{name}}',
  testRuns: 'Invio della prova in corso',
  testArrived: 'Prova arrivata: {{reply}}, {{duration}}',
  testFailed: 'Prova non riuscita: {{reply}} ({{duration}})',
};
