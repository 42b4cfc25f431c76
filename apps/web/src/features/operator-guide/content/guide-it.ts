import type { Guide } from './guide.ts';

export const guide: Guide = {
  services: {
    title: 'Servizi e token',
    blocks: [
      'Una piattaforma ha quattro servizi, ciascuno con un URL di base e un bearer token. È sempre l’hub a chiamare. Tre gruppi di chiamate hanno token propri. Comunicali tutti all’hub quando si crea l’integrazione; possono essere uguali, ma distinti sono più sicuri.',
      {
        table: {
          head: ['Token', 'Inviato con'],
          rows: [
            ['gaming', 'il controllo di stato del suo servizio, le puntate'],
            ['data', 'il controllo di stato del suo servizio, il link alla pagina dei round'],
            ['play', 'il controllo di stato del suo servizio'],
            ['launch', 'il controllo di stato del suo servizio, che apre i giochi'],
            ['bookkeeping', 'sessioni, totali, chiusura di una sessione'],
            ['operator', 'operatori, giochi, personale'],
            ['maintenance', 'avvisi di manutenzione'],
          ],
        },
      },
      'Ogni chiamata porta `Authorization: Bearer <token>`. Un token mancante o sbagliato si rifiuta con 401, prima di guardare qualsiasi altra cosa.',
    ],
  },
  conventions: {
    title: 'Convenzioni',
    blocks: [
      {
        list: [
          'Gli importi sono **centesimi di euro interi**. `1050` è 10,50 €. Mai decimali, stringhe o altre valute.',
          'Gli istanti sono ISO 8601 in UTC con esattamente tre decimali: `2026-10-25T00:59:59.999Z`.',
          'Un **giorno** è un giorno di calendario in Europe/Rome, anche nei due giorni dell’anno che hanno 23 e 25 ore. I periodi di istanti sono semiaperti: l’inizio è incluso, la fine esclusa. I periodi di giorni includono entrambi i giorni.',
          'Gli ID (sessione, ID esterni, giocatore) hanno da 1 a 64 caratteri ASCII stampabili senza spazi.',
          'Gli oggetti contengono esattamente i campi indicati. Un campo sconosciuto rende la sessione malformata, così un nome scritto male si nota e non viene ignorato.',
        ],
      },
    ],
  },
  calls: {
    title: 'Chiamate',
    blocks: [
      'Una piattaforma le implementa tutte. I percorsi sono relativi all’URL di base del servizio.',
      'calls',
      'Il controllo di stato è `GET /health` di ogni servizio: 200 e `{ "status": "ok" }`. Dove risponde 404 vale un 200 dell’URL di base.',
    ],
  },
  session: {
    title: 'Una sessione',
    blocks: [
      { example: 'session' },
      '`sessionType` è 1 per denaro reale e 4 per fun. `externalSessionId` e `externalTicketId` sono gli ID italiani delle piattaforme GAI2, e `null` nelle piattaforme GAI-INTERNATIONAL. Il gross win non si invia: l’hub calcola `bet - win`. `netWin` e `due` sono contabilizzati dalla piattaforma e l’hub li somma soltanto; entrambi possono essere negativi. `closedAt` è facoltativo, un istante o `null`.',
    ],
  },
  guarantees: {
    title: 'Su che cosa si basa l’hub',
    blocks: [
      {
        list: [
          'Un `sessionId` non si riusa mai. Piattaforma, `operatorCode`, `gameSlug`, `userId`, `sessionType` e `createdAt` di una sessione non cambiano mai. Una riga che dice altro va in quarantena, e l’hub conserva ciò che aveva.',
          '`updatedAt` cresce a ogni modifica di una sessione e non precede mai `createdAt`. L’hub conserva lo stato con l’`updatedAt` maggiore: uno stato inviato due volte o in ritardo non fa danni.',
          'Ogni modifica compare nel feed, anche le correzioni, per quanto vecchia sia la sessione. Una correzione è la stessa sessione con nuovi importi e un nuovo `updatedAt`.',
          'Una sessione appartiene al giorno in cui è stata creata, anche se finisce il giorno dopo.',
        ],
      },
    ],
  },
  feed: {
    title: 'Il feed delle sessioni',
    blocks: [
      'Ogni pochi minuti, con una certa sovrapposizione, l’hub chiede che cosa è cambiato in un periodo. Restituisci le sessioni la cui **ultima** modifica cade in `[changedFrom, changedTo)`, ciascuna una volta, nel suo ultimo stato, ordinate per `updatedAt`, poi per `sessionId` (confrontato come testo), come `application/x-ndjson`: una sessione per riga, poi un’ultima riga, il trailer.',
      { example: 'feed' },
      {
        list: [
          '`limit` va da 1 a 50.000 sessioni per pagina, 10.000 se manca. Invia le pagine in streaming, non costruirle in memoria.',
          '`nextCursor` prosegue dopo l’ultima sessione della pagina, con lo stesso periodo; `null` indica che il periodo è finito. L’hub non lo interpreta (al massimo 512 caratteri). Deve restare valido quando il servizio si riavvia: un aggiornamento interrotto lo riprende ore dopo. La coppia dell’ultimo `updatedAt` e `sessionId` è un buon cursore. Un offset no: le righe si spostano mentre l’hub legge.',
          'Una sessione che cambia di nuovo mentre l’hub legge si sposta verso la fine, o esce da un periodo passato. La trova il periodo successivo.',
          '`count` è il numero di righe di sessione di questa pagina. **Una pagina senza trailer, o con un altro conteggio, è considerata interrotta**, e l’hub la richiede con lo stesso cursore.',
          'La compressione (`Accept-Encoding: gzip`) è gradita e non obbligatoria.',
        ],
      },
      'Una riga che non rispetta lo schema va in quarantena con il motivo; le righe intorno vengono archiviate.',
    ],
  },
  closing: {
    title: 'Chiudere una sessione',
    blocks: [
      '`POST …/close` chiude una sessione aperta la cui ultima modifica risale ad almeno **10 minuti** prima, e restituisce il nuovo stato: `isOpen` false, un nuovo `updatedAt`. Rifiuta con 409 se la sessione è già chiusa o ancora in gioco, con 404 se non esiste. L’hub non ripete una chiusura da solo.',
    ],
  },
  totals: {
    title: 'Totali',
    blocks: [
      '`GET …/totals?from=2026-11-01&to=2026-11-20` restituisce, per al massimo 400 giorni, ciò che risulta ai tuoi archivi:',
      { example: 'totals' },
      'Una sessione conta nel giorno di Roma del suo `createdAt`, con gli ultimi importi, aperte comprese. I giorni senza sessioni si omettono. `asOf` dice fino a quale modifica arrivano le somme. L’hub le confronta con le proprie e indica i giorni che differiscono: calcolale dai tuoi archivi e non da ciò che hai inviato.',
    ],
  },
  directory: {
    title: 'Operatori, giochi e personale',
    blocks: [
      { example: 'directory' },
      '`platform` è il marchio che raggruppa più operatori, `null` per uno che sta da solo. `games` sono quelli che i giocatori possono aprire ora; lo slug è quello del provider. `users` è il tuo personale, non i tuoi giocatori.',
    ],
  },
  bets: {
    title: 'Puntate',
    blocks: [
      { example: 'bets' },
      'Le puntate sono centesimi, in ordine crescente. `PUT` con `{ "bets": [...] }` sostituisce l’intero elenco e restituisce quello nuovo. Rifiuta con 409 dove le puntate non si possono cambiare, con 422 se una puntata non è multiplo di `minFactor` o compare due volte, con 404 per un operatore o un gioco che non hai.',
    ],
  },
  rounds: {
    title: 'La pagina dei round',
    blocks: [
      'La chiamata del link restituisce l’indirizzo di una pagina che elenca tutti i round della sessione; l’hub la mostra in un frame al personale che può vedere la sessione. Consenti il frame all’hub (`Content-Security-Policy: frame-ancestors`) e proteggi la pagina con una chiave di breve durata nell’indirizzo, perché il browser non invia alcun token. L’hub aggiunge `theme=light` o `theme=dark`, `lang=en` o `lang=it`, e nel suo frame `embed=true`.',
    ],
  },
  maintenances: {
    title: 'Avvisi di manutenzione',
    blocks: [
      'Il provider annuncia una manutenzione; tu confermi di averla ricevuta. Lo stesso ID sostituisce l’avviso precedente: una chiamata ripetuta non fa danni.',
      { example: 'notice' },
    ],
  },
  errors: {
    title: 'Errori',
    blocks: [
      'Ogni stato da 400 in su ha lo stesso corpo:',
      { example: 'error' },
      {
        table: {
          head: ['Stato', 'code', 'Che cosa fa l’hub'],
          rows: [
            [
              '401',
              'unauthorized',
              'si ferma e mostra il servizio come non funzionante; va inserito un nuovo token',
            ],
            ['404', 'not_found', 'lo dice all’utente'],
            ['409', 'conflict', 'lo dice all’utente; nulla è cambiato'],
            ['422', 'invalid', 'si ferma e lo segnala: una delle due parti ha un difetto'],
            ['500', 'internal', 'riprova più tardi, dallo stesso cursore'],
            ['503', 'unavailable', 'riprova più tardi, dallo stesso cursore'],
          ],
        },
      },
      'I reindirizzamenti non si seguono, e una risposta di un altro tipo di contenuto viene rifiutata: un token non deve arrivare a estranei. Le risposte devono iniziare entro pochi secondi; uno stream fermo viene interrotto.',
    ],
  },
  testing: {
    title: 'Verificare la tua piattaforma',
    blocks: [
      'Il kit di conformità esegue le verifiche qui sotto sulla tua piattaforma, dal tuo computer: chiedi il pacchetto al provider. Serve Node 22 o successivo e nient’altro.',
      { example: 'kit' },
      'I servizi sono attesi in `…/gaming`, `/data`, `/play` e `/launch`; `--help` mostra come indicare ogni indirizzo e token. Legge soltanto, a meno che non si indichi `--with-writes`. Per ogni verifica non superata dice che cosa è stato chiesto, atteso e trovato, con la chiamata come comando `curl` in cui il token è una variabile, e che cosa correggere. Il provider esegue le stesse verifiche dalla pagina dell’integrazione.',
    ],
  },
};
