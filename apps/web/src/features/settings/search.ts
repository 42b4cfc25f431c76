/** What the URL of the settings holds: what the jobs board is searched for. */
export interface SettingsSearch {
  jobs?: string;
}

export function readSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const text = typeof raw.jobs === 'string' || typeof raw.jobs === 'number' ? String(raw.jobs).trim() : '';
  return text === '' ? {} : { jobs: text.slice(0, 120) };
}
