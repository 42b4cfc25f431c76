import type { Language } from '@ludus/contract';

/** What every e-mail to a person says around its message. */
export const mailTexts: Record<Language, { open: string; reason: string }> = {
  en: {
    open: 'Open in Ludus Hub',
    reason:
      'You receive this e-mail because this address belongs to somebody who works with Ludus Hub. The language can be chosen in its settings.',
  },
  it: {
    open: 'Apri in Ludus Hub',
    reason:
      'Ricevi questa e-mail perché questo indirizzo appartiene a una persona che lavora con Ludus Hub. La lingua si sceglie nelle impostazioni.',
  },
};

/** The notice about mails that were given up. `reason` is what the job says. */
export function failureTexts(
  language: Language,
  { subject, addresses, reason }: { subject: string; addresses: number; reason: string },
): { title: string; description: string } {
  if (language === 'it') {
    return {
      title: `E-mail non consegnata a ${addresses} ${addresses === 1 ? 'indirizzo' : 'indirizzi'}`,
      description: `L'hub ha rinunciato dopo l'ultimo tentativo. Oggetto: “${subject}”. Motivo: ${reason}`,
    };
  }
  return {
    title: `E-mail to ${addresses} ${addresses === 1 ? 'address' : 'addresses'} was not delivered`,
    description: `The hub gave up after the last try. Subject: “${subject}”. Reason: ${reason}`,
  };
}
