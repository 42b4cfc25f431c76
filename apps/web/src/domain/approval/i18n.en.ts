export const en = {
  requestApproval: 'Request approval',
  termsWait: 'Terms change only once another Ludus admin approves them.',
  title_one: 'A change waits for approval',
  title_other: '{{count, number}} changes wait for approval',
  by: 'requested by {{username}} on {{at, datetime(style: minutes)}}',
  byYou: 'requested by you on {{at, datetime(style: minutes)}}',
  offTitle: 'Turn approvals off while changes wait?',
  offText_one:
    '{{count, number}} change waits. It stays in the queue and still needs a second person; only new changes apply at once.',
  offText_other:
    '{{count, number}} changes wait. They stay in the queue and still need a second person; only new changes apply at once.',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    approval: typeof en;
  }
}
