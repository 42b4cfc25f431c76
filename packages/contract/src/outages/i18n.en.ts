/** Outages, as people are notified of them. Times are those of Rome. */
export const outages = {
  openedTitle: '{{integration}}: services not responding',
  openedText: 'Since {{since}} these services have not responded: {{services}}.',
  closedTitle: '{{integration}}: services respond again',
  closedText: '{{services}}: did not respond from {{since}} to {{until}} ({{minutes, number}} min).',
  messageTitle: '{{integration}}: news about the outage',
  notChecked: 'The integration is no longer active, so its services are not checked.',
} as const;
