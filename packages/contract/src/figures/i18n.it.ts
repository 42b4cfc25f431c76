export const figures = {
  formula: {
    bet: 'Somma delle puntate delle sessioni create nel periodo.',
    win: 'Somma delle vincite dei giocatori nelle sessioni create nel periodo.',
    grosswin: 'Puntato meno vinto.',
    netwin: 'Somma del margine netto che ogni piattaforma comunica per sessione.',
    due: 'Somma dell’importo dovuto che ogni piattaforma comunica per sessione.',
    rtp: 'Somma del vinto divisa per somma del puntato; nessun valore se non si è puntato nulla.',
    rounds: 'Somma delle giocate delle sessioni create nel periodo.',
    sessionsTotal: 'Numero di sessioni create nel periodo, comprese quelle aperte.',
    sessionsOpen: 'Numero di sessioni create nel periodo e ancora aperte.',
    sessionsClosed: 'Numero di sessioni create nel periodo e chiuse.',
    usersCount:
      'Giocatori distinti: ogni utente di un’integrazione conta una volta nel periodo, qualunque sia il numero di sessioni.',
  },
  unit: { euro: 'Importo in euro', ratio: 'Percentuale', count: 'Numero intero' },
  source: {
    summed: 'Somma dell’hub, sessione per sessione, dei valori comunicati da ogni piattaforma.',
    derived: 'Calcolato dall’hub dalle somme delle stesse sessioni.',
    counted: 'Conteggio dell’hub.',
    platform: 'Ogni piattaforma lo comunica per sessione; l’hub lo somma soltanto, senza ricalcolarlo.',
  },
  rounding: {
    cents: 'Esatto al centesimo: le somme sono in centesimi interi e nulla viene arrotondato.',
    ratio: 'Calcolato da somme esatte; mostrato in percentuale con quattro decimali.',
    whole: 'Numero intero; nulla viene arrotondato.',
  },
  part: {
    open: 'Le sessioni aperte, con i totali raggiunti finora: il valore può ancora cambiare.',
    openOnly: 'Solo le sessioni che la piattaforma non ha chiuso.',
    closedOnly: 'Solo le sessioni che la piattaforma ha chiuso.',
    zeroRound: 'Le sessioni senza giocate, che l’elenco sessioni all’inizio nasconde.',
    midnight:
      'Le sessioni giocate oltre la mezzanotte, per intero, nel giorno di Roma in cui sono state create.',
    corrections:
      'Le rettifiche successive di una piattaforma, nel periodo in cui la sessione è stata creata.',
    perIntegration:
      'Lo stesso ID utente in due integrazioni come due giocatori: gli ID valgono solo dentro un’integrazione.',
    fun: 'Le sessioni fun, se il filtro non le richiede.',
    otherDays: 'Quanto è stato giocato nel periodo in sessioni create prima.',
    quarantined: 'Le righe di una piattaforma in quarantena, finché non vengono accettate.',
    notFetched: 'Le sessioni non ancora arrivate con un aggiornamento: vedi “aggiornato al”.',
    noBet: 'I periodi senza puntate: non hanno un RTP, che non è zero.',
  },
  since: 'Calcolato così dalla versione {{version}}, per tutte le sessioni, anche precedenti.',
};
