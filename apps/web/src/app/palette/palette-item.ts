import type { ReactNode } from 'react';
import type { Keys } from '../../lib/keyboard/keys.ts';

export type PaletteGroup =
  | 'recent'
  | 'onScreen'
  | 'screens'
  | 'actions'
  | 'games'
  | 'ofGame'
  | 'sessions'
  | 'userSessions'
  | 'tickets'
  | 'integrations'
  | 'operators'
  | 'people'
  | 'further';

/** One row of the palette. */
export interface PaletteItem {
  /** Single among all items. */
  id: string;
  label: string;
  detail?: string | undefined;
  /** Found by these, too, without being shown. */
  otherWords?: string;
  art: ReactNode;
  /** At the end of the row: figures, a state. */
  end?: ReactNode;
  keys?: Keys | undefined;
  run: () => void;
}

export interface PaletteSection {
  group: PaletteGroup;
  title: string;
  items: readonly PaletteItem[];
}
