import type { SameTexts } from '../messages/same-texts.ts';
import type * as en from './i18n.en.ts';

export const services: SameTexts<typeof en.services> = {
  badAddress: 'L’indirizzo del servizio {{service}} non è corretto.',
  refused: 'L’indirizzo del servizio {{service}} è privato e non può essere chiamato.',
  unreachable: 'Il servizio {{service}} non è raggiungibile.',
  timeout: 'Il servizio {{service}} non ha risposto in tempo.',
  cut: 'Il servizio {{service}} ha interrotto la risposta.',
  tooLarge: 'Il servizio {{service}} ha inviato una risposta troppo grande.',
  malformed: 'Il servizio {{service}} ha risposto in un formato sconosciuto.',
  aborted: 'La chiamata è stata annullata.',
  webPage: 'Il servizio {{service}} ha risposto con una pagina web invece che con dati.',
  otherType: 'Il servizio {{service}} ha risposto con {{type}} invece che con dati.',
  tokenRefused: 'Il servizio {{service}} ha rifiutato il token ({{status}}).',
  redirects: 'Il servizio {{service}} rimanda altrove ({{status}}): il suo indirizzo non è corretto.',
  error: 'Il servizio {{service}} ha risposto con un errore ({{status}}).',
  errorSaying: 'Il servizio {{service}} ha risposto con un errore ({{status}}). Spiegazione: {{text}}',
  askedTimes_one: '{{failure}} Chiamato {{count, number}} volta.',
  askedTimes_many: '{{failure}} Chiamato {{count, number}} volte.',
  askedTimes_other: '{{failure}} Chiamato {{count, number}} volte.',
  noDataService: 'Nessun servizio data da chiamare.',
  integrationWithoutData: 'L’integrazione non ha un servizio data da chiamare.',
  samePage: 'Il servizio data rimanda a una pagina già letta.',
  otherCount: 'Il servizio data ha annunciato {{announced}} sessioni e ne ha inviate {{received}}.',
  operatorUnknown: 'Impossibile trovare un nuovo operatore. {{reason}}',
  otherSession: 'Il servizio data ha risposto con un’altra sessione.',
  quarantined: 'La risposta del servizio data è stata messa in quarantena: {{reason}}',
  sessionUnknown: 'La piattaforma non conosce la sessione.',
  sessionLeftOpen: 'La piattaforma ha lasciato aperta la sessione.',
  foreignLink: 'Il servizio data ha risposto con un indirizzo che non è il suo.',
};

export const outgoing: SameTexts<typeof en.outgoing> = {
  notHttp: 'L’indirizzo non è un indirizzo http o https.',
  notHttps: 'L’indirizzo deve iniziare con https://; ALLOW_INSECURE_SERVICES=on consente http://.',
  credentials: 'L’indirizzo contiene un nome utente o una password.',
  privateAddress: '{{host}} è un indirizzo privato e non è tra gli host consentiti.',
  unreachable: '{{host}} non è raggiungibile ({{cause}}).',
  timeout: '{{host}} non ha risposto in tempo.',
  cut: 'La connessione con {{host}} si è interrotta ({{cause}}).',
  cutOff: 'La connessione con {{host}} si è interrotta.',
  tooLarge: '{{host}} ha inviato più di {{limit, number}} byte.',
  notJson: '{{host}} ha risposto con dati che non sono JSON.',
  otherForm: '{{host}} ha risposto in un formato diverso da quello previsto. {{problem}}',
  otherField:
    '{{host}} ha risposto in un formato diverso da quello previsto, nel campo {{field}}: {{problem}}',
  aborted: 'La chiamata a {{host}} è stata annullata.',
};

export const health: SameTexts<typeof en.health> = {
  status: 'Ha risposto {{status}}.',
  redirect: 'Ha risposto {{status}}; i reindirizzamenti non vengono seguiti.',
  webPage: 'Ha risposto con una pagina web.',
};

export const reached: SameTexts<typeof en.reached> = {
  noneSeen: '{{integration}} non vede nessuno di questi giochi: nessuno è stato avvisato.',
  noUsers: '{{integration}} non ha utenti da avvisare.',
  integration: '{{integration}} è stata avvisata: {{notifications}}, {{mails}}.',
  noOne: 'Nessuno in queste integrazioni può essere avvisato di {{game}}.',
  integrations_one: '{{count, number}} integrazione avvisata di {{game}}: {{notifications}}, {{mails}}.',
  integrations_many: '{{count, number}} integrazioni avvisate di {{game}}: {{notifications}}, {{mails}}.',
  integrations_other: '{{count, number}} integrazioni avvisate di {{game}}: {{notifications}}, {{mails}}.',
  notifications_one: '{{count, number}} notifica',
  notifications_many: '{{count, number}} notifiche',
  notifications_other: '{{count, number}} notifiche',
  mails_one: '{{count, number}} email inviata',
  mails_many: '{{count, number}} email inviate',
  mails_other: '{{count, number}} email inviate',
};
