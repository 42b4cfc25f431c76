export const en = {
  requestApproval: 'Request approval',
  termsWait: 'Terms change only once another Ludus admin approves them.',
  title_one: 'A change waits for approval',
  title_other: '{{count, number}} changes wait for approval',
  by: 'requested by {{username}} on {{at, datetime(style: minutes)}}',
  byYou: 'requested by you on {{at, datetime(style: minutes)}}',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    approval: typeof en;
  }
}
