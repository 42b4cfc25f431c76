import type {
  ApprovalKind,
  ApprovalSettings,
  ChangeRequestState,
  ChangeRow,
  GroundRow,
  Message,
} from '@ludus/contract';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';

interface ApprovalSettingsTable {
  only_row: Generated<boolean>;
  settings: JSONColumnType<ApprovalSettings>;
}

/** Why nothing was applied: what the change itself was refused for, or what is not as it was. */
export interface Outdated {
  reason: Message | null;
  rows: GroundRow[];
}

export interface ChangeRequestsTable {
  id: GeneratedAlways<number>;
  kind: ApprovalKind;
  /** The id of the call that has requested it. */
  call: string;
  /** The subject of the change, such as integration/5. */
  concerns: string;
  path: string;
  title: JSONColumnType<Message>;
  integration_id: number | null;
  payload: JSONColumnType<object>;
  rows: JSONColumnType<ChangeRow[]>;
  state: ChangeRequestState;
  requested_at: Date;
  requested_by: string;
  reason: Generated<string | null>;
  expires_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<string | null>;
  answer: Generated<string | null>;
  outdated: JSONColumnType<Outdated | null, string | null | undefined, string | null>;
}

declare module '../../infra/postgres/database.ts' {
  interface Database {
    approval_settings: ApprovalSettingsTable;
    change_requests: ChangeRequestsTable;
  }
}
