import type { Message } from '@ludus/contract';
import type { en } from './i18n.en.ts';

export type Cure = keyof typeof en.cures;

/** The codes of the reasons whose cure is not that the platform corrects the row's form. */
const cures: Readonly<Record<string, Cure>> = {
  'quarantine.unknownGame': 'game',
  'quarantine.unknownOperator': 'operator',
  'quarantine.changedBeforeCreation': 'time',
  'quarantine.createdTooEarly': 'time',
  'quarantine.changedInFuture': 'time',
  'quarantine.externalIds': 'version',
  'quarantine.noExternalIds': 'version',
  'quarantine.creationDiffers': 'conflict',
  'quarantine.operatorDiffers': 'conflict',
  'quarantine.gameDiffers': 'conflict',
  'quarantine.playerDiffers': 'conflict',
  'quarantine.typeDiffers': 'conflict',
  'quarantine.conflictInPage': 'conflict',
};

/** What has to happen before a row of this reason can be stored. */
export function cureOf({ code }: Message): Cure {
  return cures[code] ?? 'form';
}

/** The slug of the game that the catalogue lacks; null for any other reason. */
export function unknownGameOf({ code, values }: Message): string | null {
  return code === 'quarantine.unknownGame' && typeof values.slug === 'string' ? values.slug : null;
}
