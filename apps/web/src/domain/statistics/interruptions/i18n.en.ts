export const en = {
  kind: { outage: 'Outage of {{integration}}', maintenance: 'Maintenance of {{integration}}' },
  service: { gaming: 'Gaming', data: 'Data', play: 'Play', launch: 'Launch' },
};

declare module '../../../lib/texts.ts' {
  interface HubTexts {
    statisticsInterruptions: typeof en;
  }
}
