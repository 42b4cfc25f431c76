import { type Language, type Severity, severityNames } from '@ludus/contract';
import { romeDay, startOfRomeDay, wallClock, zone } from '../../platform/clock/index.ts';
import type { MessageTexts } from '../notifications/index.ts';

/** What a maintenance is to those who are told of it. */
export interface AnnouncedMaintenance {
  startsAt: Date;
  description: string;
  severity: Severity;
}

const locales: Record<Language, string> = { en: 'en-GB', it: 'it-IT' };

const severities: Record<Language, Record<Severity, string>> = {
  en: severityNames,
  it: { 1: 'Bassa', 2: 'Media', 3: 'Alta', 4: 'Critica' },
};

const words = {
  en: {
    title: (day: string) => `Maintenance on ${day}`,
    when: (moment: string) => `Date: ${moment} (${zone}).`,
    severity: (name: string) => `Severity: ${name}.`,
    asked: 'Please confirm whether you are available.',
  },
  it: {
    title: (day: string) => `Manutenzione del ${day}`,
    when: (moment: string) => `Data: ${moment} (${zone}).`,
    severity: (name: string) => `Gravità: ${name}.`,
    asked: 'Conferma, per favore, se siete disponibili.',
  },
} satisfies Record<Language, unknown>;

/**
 * The notice of a maintenance, and the e-mail beside it: when it is, in which zone, how severe, and what is wanted. It
 * names no integration.
 */
export function maintenanceTexts(
  { startsAt, description, severity }: AnnouncedMaintenance,
  language: Language,
): MessageTexts {
  const text = words[language];
  return {
    title: text.title(dayText(startsAt, language)),
    description,
    mailBody: [
      description,
      `${text.when(whenText(startsAt, language))} ${text.severity(severities[language][severity])}`,
      // OPEN-53: a critical one takes place whatever anybody answers.
      ...(severity < 4 ? [text.asked] : []),
    ],
  };
}

function dayText(at: Date, language: Language): string {
  const day = new Intl.DateTimeFormat(locales[language], {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return day.format(at);
}

/** With the hour where one was given; a plain day begins at midnight and is meant as a whole. */
function whenText(at: Date, language: Language): string {
  const isWholeDay = at.getTime() === startOfRomeDay(romeDay(at)).getTime();
  return isWholeDay ? dayText(at, language) : `${dayText(at, language)}, ${wallClock(at).slice(11, 16)}`;
}
