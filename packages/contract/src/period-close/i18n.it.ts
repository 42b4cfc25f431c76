import type { SameTexts } from '../messages/same-texts.ts';
import type * as en from './i18n.en.ts';

export const periods: SameTexts<typeof en.periods> = {
  completeTo: 'Aggiornato al {{until}}, oltre la fine del mese.',
  notComplete: 'Aggiornato solo al {{until}}.',
  notFetched: 'Di questa integrazione non è stato ancora aggiornato nulla.',
  gapBefore: 'Mancano le variazioni precedenti al {{from}}.',
  reconciled_one: '{{count, number}} giorno confrontato con la piattaforma, uguale.',
  reconciled_many: '{{count, number}} giorni confrontati con la piattaforma, tutti uguali.',
  reconciled_other: '{{count, number}} giorni confrontati con la piattaforma, tutti uguali.',
  notReconciled:
    '{{compared, number}} giorni su {{days, number}} confrontati con la piattaforma, {{equal, number}} uguali.',
  noQuarantine: 'Nessuna riga in quarantena per questi giorni.',
  quarantined_one: '{{count, number}} riga in quarantena per questi giorni.',
  quarantined_many: '{{count, number}} righe in quarantena per questi giorni.',
  quarantined_other: '{{count, number}} righe in quarantena per questi giorni.',
  noOpenSessions: 'Nessuna sessione aperta.',
  openSessions_one: '{{count, number}} sessione aperta, con puntate per {{bet}} €.',
  openSessions_many: '{{count, number}} sessioni aperte, con puntate per {{bet}} €.',
  openSessions_other: '{{count, number}} sessioni aperte, con puntate per {{bet}} €.',
  noIncidents: 'Nessun gioco paga in modo anomalo.',
  incidents_one: '{{count, number}} gioco con un allarme RTP.',
  incidents_many: '{{count, number}} giochi con un allarme RTP.',
  incidents_other: '{{count, number}} giochi con un allarme RTP.',
  noAlerts: 'Nessun incidente di questi giorni è aperto.',
  alertsNotEvaluated: 'Le regole degli allarmi non sono ancora state valutate oltre la fine del mese.',
  alerts_one: '{{count, number}} incidente iniziato prima della fine del mese è aperto.',
  alerts_many: '{{count, number}} incidenti iniziati prima della fine del mese sono aperti.',
  alerts_other: '{{count, number}} incidenti iniziati prima della fine del mese sono aperti.',
};
