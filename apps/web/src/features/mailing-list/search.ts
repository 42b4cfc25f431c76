/** What the URL of the mailing list holds: what the table is searched for. */
export interface MailingListSearch {
  search?: string;
}

export function readMailingListSearch(raw: Record<string, unknown>): MailingListSearch {
  const given = raw.search;
  const text = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  return text === '' ? {} : { search: text.slice(0, 120) };
}
