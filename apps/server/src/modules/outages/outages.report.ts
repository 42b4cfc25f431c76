import {
  type Interruption,
  type Language,
  type Outage,
  type OutageEvent,
  type Service,
  type ServiceDay,
  type StatusPage,
  uptimeOf,
} from '@ludus/contract';
import { dayText, minuteText } from '../../infra/clock/index.ts';
import { renderMessage } from '../../infra/messages/index.ts';
import { type PdfBlock, writePdf } from '../../infra/pdf/index.ts';
import { type ReportTexts, reportTexts } from './outages.report.texts.ts';

export interface UptimeReport {
  page: Omit<StatusPage, 'files'>;
  /** Those of the outages of the page, the oldest first. */
  events: ReadonlyMap<number, readonly Pick<OutageEvent, 'kind' | 'service' | 'detail'>[]>;
  /** Those that took place in the period; they do not count. */
  maintenances: readonly Pick<Interruption, 'services' | 'from' | 'to'>[];
  username: string;
  at: Date;
}

/** Writes 90 days of an integration for whoever holds its platform to an agreed uptime: the percentages, and what they come from. */
export function writeUptimeReport(report: UptimeReport, language: Language): Promise<Buffer> {
  const t = reportTexts[language];
  const { page, at, username } = report;
  const { name } = page.integration;
  return writePdf({
    title: t.title,
    subtitle: `${name} · ${dayText(page.from)} – ${dayText(page.to)}`,
    language,
    createdAt: at,
    author: t.hub,
    footer: `${t.title} · ${name} · ${t.hub}`,
    pageText: t.page,
    blocks: [
      ...figureBlocks(page, t),
      { kind: 'text', text: t.formula, isMuted: true },
      { kind: 'heading', text: t.outages },
      outageBlock(report, t, language),
      { kind: 'heading', text: t.maintenances },
      maintenanceBlock(report, t),
      { kind: 'text', text: t.zone(minuteText(at), username), isMuted: true },
    ],
  });
}

function figureBlocks({ services, from }: UptimeReport['page'], t: ReportTexts): PdfBlock[] {
  const all = services.flatMap(({ days }) => days);
  const checked = all.filter(({ checks }) => checks > 0).map(({ day }) => day);
  const first = checked.toSorted()[0];
  return [
    {
      kind: 'panel',
      figures: [
        { label: t.uptime, value: uptimeText(uptimeOf(all)) },
        { label: t.down, value: secondsText(sum(all, 'downSeconds')) },
        { label: t.maintained, value: secondsText(sum(all, 'maintenanceSeconds')) },
      ],
    },
    {
      kind: 'table',
      columns: t.serviceColumns.map((title, index) => ({ title, align: index === 0 ? 'left' : 'right' })),
      rows: services.map(({ service, days, uptime }) => [
        t.services[service],
        uptimeText(uptime),
        String(new Set(days.filter(({ checks }) => checks > 0).map(({ day }) => day)).size),
        secondsText(sum(days, 'downSeconds')),
        secondsText(sum(days, 'degradedSeconds')),
        secondsText(sum(days, 'maintenanceSeconds')),
      ]),
    },
    ...(first !== undefined && first > from
      ? [{ kind: 'text' as const, text: t.knownSince(dayText(first)), isMuted: true }]
      : []),
  ];
}

function outageBlock({ page, events, at }: UptimeReport, t: ReportTexts, language: Language): PdfBlock {
  if (page.outages.length === 0) return { kind: 'text', text: t.noOutages };
  return {
    kind: 'table',
    columns: t.outageColumns.map((title, index) => ({
      title,
      width: [0.6, 1.4, 1.4, 1.1, 1.4, 3.2][index] ?? 1,
    })),
    rows: page.outages.map((one) => [
      `#${one.id}`,
      minuteText(new Date(one.openedAt)),
      one.closedAt === null ? t.goesOn : minuteText(new Date(one.closedAt)),
      lengthText(one.openedAt, one.closedAt, at),
      serviceNames(one.services, t),
      causeOf(one, events.get(one.id) ?? [], t, language),
    ]),
  };
}

/** What the checks found, service by service, and that someone has ended it. */
function causeOf(
  { closedBy }: Pick<Outage, 'closedBy'>,
  events: readonly Pick<OutageEvent, 'kind' | 'service' | 'detail'>[],
  t: ReportTexts,
  language: Language,
): string {
  const found = events.flatMap(({ kind, service, detail }) =>
    detail === null || (kind !== 'opened' && kind !== 'joined' && kind !== 'closed')
      ? []
      : [`${service === null ? '' : `${t.services[service]}: `}${renderMessage(detail, language)}`],
  );
  const causes = [...new Set(found), ...(closedBy === null ? [] : [t.closedBy(closedBy)])];
  return causes.join('\n') || t.unknown;
}

function maintenanceBlock({ maintenances, at }: UptimeReport, t: ReportTexts): PdfBlock {
  if (maintenances.length === 0) return { kind: 'text', text: t.noMaintenances };
  return {
    kind: 'table',
    columns: t.maintenanceColumns.map((title, index) => ({ title, width: [1.4, 1.4, 1.1, 3][index] ?? 1 })),
    rows: maintenances.map(({ from, to, services }) => [
      minuteText(new Date(from)),
      to === null ? t.goesOn : minuteText(new Date(to)),
      lengthText(from, to, at),
      services.length === 0 ? t.allServices : serviceNames(services, t),
    ]),
  };
}

const serviceNames = (services: readonly Service[], t: ReportTexts) =>
  services.map((service) => t.services[service]).join(', ');

const sum = (days: readonly ServiceDay[], key: 'downSeconds' | 'degradedSeconds' | 'maintenanceSeconds') =>
  days.reduce((whole, day) => whole + day[key], 0);

const percent = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 3 });
/** Three decimals are a minute and a half in 90 days. Cut off: what was down is never 100%. */
function uptimeText(uptime: number | null): string {
  return uptime === null ? '–' : `${percent.format(Math.floor(uptime * 100_000) / 1_000)}%`;
}

const lengthText = (from: string, to: string | null, now: Date) =>
  secondsText(((to === null ? now.getTime() : Date.parse(to)) - Date.parse(from)) / 1_000);

/** Whole minutes, but no outage of none. */
function secondsText(seconds: number): string {
  if (seconds <= 0) return '0 min';
  const minutes = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
}
