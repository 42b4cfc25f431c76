import type { PeriodAction, RestatementReason } from '@ludus/contract';
import type { Generated, GeneratedAlways } from 'kysely';

interface PeriodSettingsTable {
  only_row: Generated<boolean>;
  four_eyes: boolean;
}

interface PeriodClosingsTable {
  id: GeneratedAlways<number>;
  integration_id: number;
  month: string;
  zone: string;
  data_version: string;
  as_of: Date | null;
  closed_at: Date;
  user_id: string;
  username: string;
  checklist: unknown;
  checked_write: string;
  checked_at: Date;
  reopened_at: Generated<Date | null>;
}

interface PeriodReviewsTable {
  integration_id: number;
  month: string;
  user_id: string;
  username: string;
  reviewed_at: Date;
}

interface SumsColumns {
  bet: string;
  win: string;
  net_win: string;
  due: string;
  rounds: string;
}

interface PeriodFiguresTable extends SumsColumns {
  closing_id: number;
  operator_id: number;
  game_id: number;
  sessions: string;
  open: string;
  players: number;
}

export interface PeriodRestatementsTable extends SumsColumns {
  id: GeneratedAlways<string>;
  closing_id: number;
  session_id: string;
  platform_session_id: string;
  operator_id: number;
  game_id: number;
  reason: RestatementReason;
  sessions: number;
  open: number;
  changed_at: Date;
  fetched_at: Date;
  recorded_at: Date;
  recorded_month: string;
}

interface PeriodEventsTable {
  id: GeneratedAlways<string>;
  integration_id: number;
  month: string;
  action: PeriodAction;
  user_id: string;
  username: string;
  at: Date;
  reason: string | null;
  lines: number | null;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    period_settings: PeriodSettingsTable;
    period_closings: PeriodClosingsTable;
    period_reviews: PeriodReviewsTable;
    period_figures: PeriodFiguresTable;
    period_restatements: PeriodRestatementsTable;
    period_events: PeriodEventsTable;
  }
}
