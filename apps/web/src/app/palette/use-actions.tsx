import { type RouteId, routes, type Scope } from '@ludus/contract';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  IconApi,
  IconBolt,
  IconBook,
  IconChecklist,
  IconDownload,
  IconEye,
  IconFileSpreadsheet,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showRequestedJob } from '../../domain/job/jobs.ts';
import { useFetchSessions } from '../../domain/session/sessions.ts';
import { useSession, useUser } from '../../lib/auth/index.ts';
import { presetPeriod, today } from '../../lib/days.ts';
import { type Command, useAllCommands } from '../../lib/keyboard/commands.ts';
import { socketId } from '../../lib/realtime.ts';
import { toast } from '../../lib/toast.tsx';
import { openOverlay } from './overlay.ts';
import type { PaletteItem } from './palette-item.ts';

export const paletteIcon = (Icon: TablerIcon) => <Icon size={18} stroke={1.5} />;

/** What can be done from anywhere, as far as the person may. */
export function useActions(): PaletteItem[] {
  const { t } = useTranslation('palette');
  const router = useRouter();
  const session = useSession();
  const { scopes, integrationName, viewer } = useUser();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('dark') === 'dark';
  const fetching = useFetchSessions({
    onStarted: (jobId) => {
      toast('running', t('fetchStarted'));
      showRequestedJob(jobId, 'fetch-sessions');
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  const fetchToday = () => {
    const { from, to } = presetPeriod('today', today());
    fetching.mutate({ dateStart: from, dateEnd: to, socketId: socketId() });
  };
  const going = (
    id:
      | 'newGame'
      | 'newTicket'
      | 'newIntegration'
      | 'newUser'
      | 'newMaintenance'
      | 'newApiToken'
      | 'newWebhook',
    page: RouteId,
    href: string,
    scope: Scope,
  ) =>
    scopes.has(scope) && router.options.context.built.has(page)
      ? [
          {
            id: `action.${id}`,
            label: t(`actions.${id}`),
            otherWords: t('newWords'),
            art: paletteIcon(IconPlus),
            run: () => void router.navigate({ href }),
          },
        ]
      : [];
  return [
    ...going('newTicket', 'newTicket', '/new-ticket', 'tickets:use'),
    ...going('newGame', 'games', '/games/1', 'games:edit'),
    ...going('newIntegration', 'newIntegration', '/new-integration', 'integrations:manage'),
    ...going('newUser', 'users', '/users?tab=create', 'users:manage'),
    ...going('newMaintenance', 'maintenances', '/maintenances?view=new', 'maintenances:manage'),
    // Who views as an integration has no account there.
    ...(viewer === undefined
      ? [
          ...going('newApiToken', 'settings', '/settings#api-tokens', 'settings:read'),
          ...going('newWebhook', 'settings', '/settings#webhooks', 'webhooks:manage'),
        ]
      : []),
    ...(scopes.has('games:edit') && router.options.context.built.has('games')
      ? [
          {
            id: 'action.byFile',
            label: t('actions.byFile'),
            otherWords: t('byFileWords'),
            art: paletteIcon(IconFileSpreadsheet),
            run: () => void router.navigate({ href: '/games?panel=file' }),
          },
        ]
      : []),
    ...(scopes.has('sessions:fetch')
      ? [
          {
            id: 'action.fetchToday',
            label: t('actions.fetchToday'),
            art: paletteIcon(IconDownload),
            run: fetchToday,
          },
        ]
      : []),
    ...(scopes.has('integrations:view-as')
      ? [
          {
            id: 'action.viewAs',
            label: t('actions.viewAs'),
            art: paletteIcon(IconEye),
            run: () => openOverlay({ kind: 'viewAs' }),
          },
        ]
      : []),
    {
      id: 'action.apiDocs',
      label: t('actions.apiDocs'),
      otherWords: t('apiDocsWords'),
      art: paletteIcon(IconApi),
      // A page of the server, in a tab of its own.
      run: () => void window.open('/api/docs', '_blank', 'noopener'),
    },
    ...(scopes.has(routes.operatorGuide.scope) && router.options.context.built.has('operatorGuide')
      ? [
          {
            id: 'action.operatorGuide',
            label: t('actions.operatorGuide'),
            otherWords: t('operatorGuideWords'),
            art: paletteIcon(IconBook),
            run: () => void router.navigate({ to: '/operator-guide' }),
          },
        ]
      : []),
    // Staff of the provider find them at each integration.
    ...(integrationName !== null &&
    scopes.has('conformance:read') &&
    router.options.context.built.has('status')
      ? [
          {
            id: 'action.conformance',
            label: t('actions.conformance'),
            otherWords: t('conformanceWords'),
            art: paletteIcon(IconChecklist),
            run: () => void router.navigate({ href: '/status?view=conformance' }),
          },
        ]
      : []),
    {
      id: 'action.theme',
      label: t(isDark ? 'actions.lightTheme' : 'actions.darkTheme'),
      art: paletteIcon(isDark ? IconSun : IconMoon),
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'action.keys',
      label: t('keys'),
      art: paletteIcon(IconKeyboard),
      keys: '?',
      run: () => openOverlay({ kind: 'keys' }),
    },
    {
      id: 'action.signOut',
      label: t('actions.signOut'),
      otherWords: t('signOutWords'),
      art: paletteIcon(IconLogout),
      run: () => session.signOut(),
    },
  ];
}

/** What the screen behind the palette offers. */
export function useScreenActions(): PaletteItem[] {
  return useAllCommands()
    .filter(({ inPalette }) => inPalette)
    .map(({ id, label, keys, icon, run }: Command) => ({
      id: `command.${id}`,
      label,
      art: icon ?? paletteIcon(IconBolt),
      keys: keys?.[0],
      run: () => void run(),
    }));
}
