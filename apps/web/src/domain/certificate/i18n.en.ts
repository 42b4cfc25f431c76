export const en = {
  lapsed: 'Certificate lapsed',
  lapsedIn: '{{jurisdiction}}: ended on {{day}}',
  lapsedFor: '{{jurisdiction}}: ended on {{day}}, needed by {{names}}',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    certificate: typeof en;
  }
}
