export const en = {
  clearFilters: 'Clear filters',
  reason: 'Reason',
  leaveTitle: 'Discard your text?',
  leaveText: 'What you wrote is not sent.',
  stay: 'Keep writing',
  leave: 'Discard',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    queue: typeof en;
  }
}
