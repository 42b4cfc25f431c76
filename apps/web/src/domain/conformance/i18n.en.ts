import { groupCheckTexts } from '@ludus/contract/conformance';
import { conformanceTexts } from '@ludus/contract/conformance/en';

const { checks, ...texts } = conformanceTexts;

export const en = {
  ...texts,
  ...groupCheckTexts(checks),
  title: 'Conformance',
  intro: 'The checks call the platform as the hub does, with the addresses and tokens of this integration.',
  run: 'Run the checks',
  runTitle: 'Run the checks of {{name}}?',
  runText:
    'They read sessions of the last days, totals, operators, games and bets of the platform, and take about a minute.',
  withWrites: 'Also run the checks that write to the platform',
  withWritesText:
    'They set the bets that a game has already, send a notice of a maintenance that does not exist, and try to close what must not be closed. No open session is closed.',
  running: 'The checks are running',
  runningWrites: 'The checks are running, those that write included',
  startedBy: 'Started by {{username}}, {{at, datetime(style: minutes)}}',
  cancel: 'Cancel the checks',
  none: 'The checks have not been run yet',
  noneHelp:
    'They show whether the platform keeps to the operator API: what was asked, expected and found, and what to mend.',
  whoRuns: 'Administrators of the provider run them.',
  result: 'Last result',
  resultBy: '{{at, datetime(style: minutes)}}, {{username}}',
  resultByProvider: '{{at, datetime(style: minutes)}}, run by the provider ({{username}})',
  writesIncluded: 'with checks that write',
  download: 'Download',
  format: { html: 'HTML', json: 'JSON', markdown: 'Markdown' },
  downloadFailed: "Couldn't download the report",
  copy: 'Copy report',
  copied: 'Report copied',
  notCopied: "Couldn't copy the report",
  copyCheck: 'Result of {{check}}',
  checkCopied: 'Result copied',
  checkNotCopied: "Couldn't copy the result",
  area: 'Area',
  byArea: 'Results by area',
  total: 'All areas',
  results: 'Checks',
  section: { failed: 'Failed', skipped: 'Skipped', passed: 'Passed' },
  asked: 'Call',
  expected: 'Expected',
  found: 'Found',
  mend: 'What to mend',
  against: 'Compared with {{at, datetime(style: minutes)}}',
  newlyFailed: 'Newly failed',
  newlyPassed: 'Newly passed',
  noChange: 'No check has changed between passed and failed.',
  guide: 'Operator guide',
  inGuide: 'In the operator guide',
  runs: 'Runs',
  at: 'Started',
  by: 'By',
  state: 'State',
  runState: {
    running: 'Running',
    passed: 'Passed',
    checksFailed: 'Checks failed',
    cancelled: 'Cancelled',
    failed: 'Broke off',
  },
  runPanel: 'Run of the checks',
  openRun: 'Run of {{at, datetime(style: minutes)}}',
  runGone: 'This run is not kept any more: only the last twenty are.',
  noResult: 'This run has no result.',
  counts: '{{passed, number}} passed, {{failed, number}} failed, {{skipped, number}} skipped',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    conformance: typeof en;
  }
}
