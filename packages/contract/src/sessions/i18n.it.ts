import type { SameTexts } from '../messages/same-texts.ts';
import type * as en from './i18n.en.ts';

export const quarantine: SameTexts<typeof en.quarantine> = {
  tooLong: 'La riga supera la lunghezza massima.',
  notJson: 'La riga non è JSON.',
  notObject: 'La riga non è un oggetto.',
  otherForm: 'La riga non ha il formato pubblicato. {{problems}}',
  wrongType: '{{field}}: atteso {{expected}}.',
  wrongValue: '{{field}}: {{problem}}',
  unknownFields: 'Campi sconosciuti: {{names}}.',
  moreProblems_one: 'E {{count, number}} altro problema.',
  moreProblems_many: 'E altri {{count, number}} problemi.',
  moreProblems_other: 'E altri {{count, number}} problemi.',
  unknownOperator: 'Operatore {{code}} sconosciuto.',
  unknownGame: 'Gioco {{slug}} sconosciuto.',
  changedBeforeCreation: 'updatedAt è precedente a createdAt.',
  createdTooEarly: 'createdAt è precedente al 2000.',
  changedInFuture: 'updatedAt è nel futuro.',
  amountTooLarge: '{{field}} supera il massimo possibile per una sessione.',
  externalIds: 'Una piattaforma GAI-INTERNATIONAL non ha gli ID esterni di sessione e ticket.',
  noExternalIds: 'Una sessione reale di una piattaforma GAI2 richiede gli ID esterni di sessione e ticket.',
  creationDiffers: 'createdAt è diverso: archiviato {{stored}}, ricevuto {{received}}.',
  operatorDiffers: 'L’operatore è diverso da quello archiviato.',
  gameDiffers: 'Il gioco è diverso da quello archiviato.',
  playerDiffers: 'Il giocatore è diverso da quello archiviato.',
  typeDiffers: 'Il tipo di sessione è diverso da quello archiviato.',
  conflictInPage: 'Due righe di una pagina differiscono in un campo immutabile. {{conflict}}',
};
