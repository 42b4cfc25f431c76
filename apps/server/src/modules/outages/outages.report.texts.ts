import type { Language, Service } from '@ludus/contract';

export interface ReportTexts {
  hub: string;
  title: string;
  uptime: string;
  down: string;
  maintained: string;
  formula: string;
  services: Record<Service, string>;
  serviceColumns: readonly string[];
  outages: string;
  outageColumns: readonly string[];
  noOutages: string;
  goesOn: string;
  unknown: string;
  maintenances: string;
  maintenanceColumns: readonly string[];
  noMaintenances: string;
  allServices: string;
  closedBy(username: string): string;
  knownSince(day: string): string;
  zone(at: string, username: string): string;
  page(page: number, pages: number): string;
}

export const reportTexts: Record<Language, ReportTexts> = {
  en: {
    hub: 'Ludus Hub',
    title: 'Uptime report',
    uptime: 'Uptime, all services',
    down: 'In outages, services added up',
    maintained: 'In maintenances, not counted',
    formula:
      'Uptime is the part of the checked time without an outage. Time in maintenances is excluded, and so is time without checks. Three failed checks in a row open an outage; fewer count as failing and are part of the uptime.',
    services: { gaming: 'Gaming', data: 'Data', play: 'Play', launch: 'Launch' },
    serviceColumns: ['Service', 'Uptime', 'Checked days', 'In outages', 'Failing', 'Maintenance, excluded'],
    outages: 'Outages',
    outageColumns: ['', 'From', 'To', 'Duration', 'Services', 'Cause'],
    noOutages: 'No outages in this period.',
    goesOn: 'ongoing',
    unknown: 'unknown',
    maintenances: 'Maintenances, excluded from the uptime',
    maintenanceColumns: ['From', 'To', 'Duration', 'Services'],
    noMaintenances: 'No maintenances in this period.',
    allServices: 'All services',
    closedBy: (username) => `Ended by ${username}`,
    knownSince: (day) => `There are checks from ${day} on; earlier days are not counted.`,
    zone: (at, username) => `Times are of Europe/Rome. Created on ${at} by ${username}.`,
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  it: {
    hub: 'Ludus Hub',
    title: 'Report di disponibilità',
    uptime: 'Disponibilità, tutti i servizi',
    down: 'In disservizio, somma dei servizi',
    maintained: 'In manutenzione, esclusa',
    formula:
      'La disponibilità è la parte del tempo verificato senza disservizi. Il tempo in manutenzione e quello senza verifiche sono esclusi. Tre verifiche fallite di seguito aprono un disservizio; meno di tre contano come errori e restano nella disponibilità.',
    services: { gaming: 'Gaming', data: 'Data', play: 'Play', launch: 'Launch' },
    serviceColumns: [
      'Servizio',
      'Disponibilità',
      'Giorni verificati',
      'In disservizio',
      'Con errori',
      'Manutenzione, esclusa',
    ],
    outages: 'Disservizi',
    outageColumns: ['', 'Dal', 'Al', 'Durata', 'Servizi', 'Causa'],
    noOutages: 'Nessun disservizio nel periodo.',
    goesOn: 'in corso',
    unknown: 'sconosciuta',
    maintenances: 'Manutenzioni, escluse dalla disponibilità',
    maintenanceColumns: ['Dal', 'Al', 'Durata', 'Servizi'],
    noMaintenances: 'Nessuna manutenzione nel periodo.',
    allServices: 'Tutti i servizi',
    closedBy: (username) => `Terminato da ${username}`,
    knownSince: (day) => `Le verifiche iniziano il ${day}; i giorni precedenti non sono conteggiati.`,
    zone: (at, username) => `Orari di Europe/Rome. Creato il ${at} da ${username}.`,
    page: (page, pages) => `Pagina ${page} di ${pages}`,
  },
};
