import { ActionIcon, Button } from '@mantine/core';
import { IconHeartPlus, IconPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/use-screen.ts';

/** Where a game is created: an ordinary link, opened in this tab without loading the hub again. */
export interface CreateGame {
  href: string;
  open: () => void;
}

function linkToWizard({ href, open }: CreateGame) {
  return {
    component: 'a' as const,
    href,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      open();
    },
  };
}

/** Of the page's header, for people who make games. */
export function NewGameButton({ create }: { create: CreateGame }) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <ActionIcon
        size={40}
        variant="filled"
        color="brass"
        aria-label={t('newGame')}
        {...linkToWizard(create)}
      >
        <IconPlus size={20} stroke={1.75} color="var(--hub-on-accent)" />
      </ActionIcon>
    );
  }
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} {...linkToWizard(create)}>
      {t('newGame')}
    </Button>
  );
}

/** Of the empty catalogue. */
export function CreateGameButton({ create }: { create: CreateGame }) {
  const { t } = useTranslation('catalog');
  return (
    <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />} {...linkToWizard(create)}>
      {t('createGame')}
    </Button>
  );
}

/** Turns the requesting mode on: the one action of people who make no games. */
export function RequestGamesButton({ onStart }: { onStart: () => void }) {
  const { t } = useTranslation('catalog');
  const isPhone = useIsPhone();
  if (isPhone) {
    return (
      <ActionIcon
        size={40}
        variant="filled"
        color="brass"
        aria-label={t('requesting.start')}
        onClick={onStart}
      >
        <IconHeartPlus size={20} stroke={1.75} color="var(--hub-on-accent)" />
      </ActionIcon>
    );
  }
  return (
    <Button leftSection={<IconHeartPlus size={16} stroke={1.75} aria-hidden="true" />} onClick={onStart}>
      {t('requesting.start')}
    </Button>
  );
}
