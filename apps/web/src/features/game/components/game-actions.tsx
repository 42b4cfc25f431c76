import { type Game, isOnWishlist } from '@ludus/contract';
import { Button } from '@mantine/core';
import {
  IconFiles,
  IconHeartOff,
  IconHeartPlus,
  IconLifebuoy,
  IconPencil,
  IconPhotoDown,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { MoreMenu } from '../../../components/overlay/more-menu.tsx';
import { canBeRequested, viewerOf } from '../../../domain/game/catalog-viewer.ts';
import { ownRequestsQuery, useRequestStep } from '../../../domain/game/game-requests.ts';
import { useRequestGame } from '../../../domain/game/request-games.ts';
import { newTicketHref } from '../../../domain/ticket/prepared-ticket.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useMedia } from '../../../lib/use-screen.ts';
import { addressOfKind } from '../gallery-items.ts';
import styles from './game-title.module.css';

interface GameActionsProps {
  game: Game;
  integration: string | null;
  edit: { href: (id: number) => string; open: (id: number) => void } | null;
  onDocuments: () => void;
}

interface GameAction {
  icon: TablerIcon;
  label: string;
  /** Of a link; without it `run` is all there is. */
  href?: string;
  isOutside?: boolean;
  run?: () => void;
}

/** Where its words beside each other leave the name of the game no room. */
const shortOfRoom = '(max-width: 67.99em)';

/** A link, which another tab can open as well, or a button. */
function targetOf({ href, isOutside, run }: Pick<GameAction, 'href' | 'isOutside' | 'run'>): object {
  if (href === undefined) return { onClick: run };
  if (isOutside) return { component: 'a', href, target: '_blank', rel: 'noopener noreferrer' };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    run?.();
  };
  return { component: 'a', href, onClick };
}

/** What people may do with a game besides playing its demo: read, take, change, ask for. */
export function GameActions({ game, integration, edit, onDocuments }: GameActionsProps) {
  const { t } = useTranslation('game');
  // Documents and promo material are for everyone but guests.
  const mayHaveDocuments = useCan('games:documents');
  const mayWish = useCan('games:wish');
  const mayReport = useCan('tickets:use');
  const router = useRouter();
  const isShort = useMedia(shortOfRoom);
  const canBeWished = mayWish && integration !== null && canBeRequested(game, viewerOf([game], integration));
  const isWished = mayWish && integration !== null && isOnWishlist(game, viewerOf([game], integration));
  const ticketHref = newTicketHref({ type: 'asset', game: game.id });
  const assets = addressOfKind(game.game_media, 'assets');
  const actions: GameAction[] = [
    ...(mayHaveDocuments && (game.certificates?.length ?? 0) > 0
      ? [{ icon: IconFiles, label: t('documents'), run: onDocuments }]
      : []),
    ...(mayHaveDocuments && assets !== null
      ? [{ icon: IconPhotoDown, label: t('assets'), href: assets, isOutside: true }]
      : []),
    ...(edit
      ? [{ icon: IconPencil, label: t('edit'), href: edit.href(game.id), run: () => edit.open(game.id) }]
      : []),
    ...(mayReport
      ? [
          {
            icon: IconLifebuoy,
            label: t('newTicket'),
            href: ticketHref,
            run: () => void router.navigate({ href: ticketHref }),
          },
        ]
      : []),
  ];
  return (
    <>
      {isShort && actions.length > 1 ? (
        <MoreMenu framed label={t('moreActions')} size="md">
          {(Menu) =>
            actions.map(({ icon: Icon, label, ...rest }) => (
              <Menu.Item
                key={label}
                leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
                {...targetOf(rest)}
              >
                {label}
              </Menu.Item>
            ))
          }
        </MoreMenu>
      ) : (
        actions.map(({ icon: Icon, label, ...rest }) => (
          <Button
            key={label}
            variant="default"
            leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
            {...targetOf(rest)}
          >
            {label}
          </Button>
        ))
      )}
      {canBeWished && integration && <WishButton game={game} integration={integration} />}
      {isWished && <TakeBackButton game={game} />}
    </>
  );
}

/** Asks for the game in the name of the person's integration, who hears first what that sets going. */
function WishButton({ game, integration }: { game: Game; integration: string }) {
  const { t } = useTranslation('game');
  const wish = useRequestGame(game.id, integration, {
    onRequested: () => void toast('success', t('wishlisted')),
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  return (
    <AskingButton
      icon={IconHeartPlus}
      label={t('addToWishlist')}
      isPending={wish.isPending}
      title={t('wishTitle', { game: game.name })}
      text={t('wishText', { integration })}
      confirmLabel={t('sendWish')}
      onConfirm={() => wish.mutate()}
    />
  );
}

/** Withdraws the request that the reader has made themselves; there is none while someone else has. */
function TakeBackButton({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  const own = useQuery(ownRequestsQuery(game.id)).data?.rows[0];
  const step = useRequestStep(own?.id ?? 0);
  if (own === undefined) return null;
  return (
    <AskingButton
      icon={IconHeartOff}
      label={t('takeBack')}
      isPending={step.isPending}
      title={t('takeBackTitle', { game: game.name })}
      text={t('takeBackText')}
      confirmLabel={t('takeBack')}
      onConfirm={() =>
        step.mutate(
          { kind: 'withdraw' },
          {
            onSuccess: () => void toast('success', t('takenBack')),
            onError: (error) => void toast('error', error.message, { error }),
          },
        )
      }
    />
  );
}

interface AskingButtonProps {
  icon: TablerIcon;
  label: string;
  isPending: boolean;
  /** What is asked before it is done. */
  title: string;
  text: string;
  confirmLabel: string;
  onConfirm: () => void;
}

function AskingButton({ icon: Icon, label, isPending, text, onConfirm, ...question }: AskingButtonProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant="default"
        className={styles.wide}
        leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        loading={isPending}
        onClick={() => setAsks(true)}
      >
        {label}
      </Button>
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          onConfirm();
        }}
        {...question}
      >
        {text}
      </ConfirmModal>
    </>
  );
}
