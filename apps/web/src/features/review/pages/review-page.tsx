import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { useDelayed } from '../../../components/feedback/skeletons.tsx';
import { ActionBar, actionBarPage } from '../../../components/layout/action-bar.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { canBeRequested, useOwnIntegration, viewerOf } from '../../../domain/game/catalog-viewer.ts';
import { catalogQuery } from '../../../domain/game/games.ts';
import { type RequestOutcome, useRequestGames } from '../../../domain/game/request-games.ts';
import { requestList } from '../../../domain/game/request-list.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { RequestedGame } from '../components/requested-game.tsx';
import styles from './review-page.module.css';

interface ReviewPageProps {
  /** The games handed over by the catalogue, in the order they were ticked. */
  games: readonly number[];
  onGames: (games: readonly number[]) => void;
  gameHref: (id: number) => string;
  onOpenGame: (id: number) => void;
  /** To the catalogue, with why where it was not the person's own doing. */
  onCatalog: (why?: WhyNot) => void;
}

/** Why there is nothing to review; without a reason the person has taken the last game out or asked for it. */
export type WhyNot = 'forbidden' | 'nothingChosen' | 'noneAvailable';

const noGames: readonly Game[] = [];
const nothingYet: RequestOutcome = { requested: [], failures: new Map(), notNotified: [] };

/** The chosen games once more, before they are requested from the provider. */
export function ReviewPage({ games, onGames, gameHref, onOpenGame, onCatalog }: ReviewPageProps) {
  const { t } = useTranslation('review');
  const integration = useOwnIntegration();
  const mayAsk = useCan('games:ask');
  const mayRead = useCan('catalog:read');
  const isAllowed = mayAsk && mayRead && integration !== null;
  const [last, setLast] = useState(nothingYet);
  const isBare = !isAllowed || games.length === 0;
  const [hadGames] = useState(games.length > 0);
  // The catalogue's own question, so that coming from there nothing has to be loaded.
  const catalogue = useQuery({
    ...catalogQuery({ with: ['game_media', 'integrations'], mediaTypes: ['main', 'mini'] }),
    enabled: !isBare,
  });
  const rows = catalogue.data?.rows ?? noGames;
  const shown = useMemo(() => {
    const viewer = viewerOf(rows, integration);
    const byId = new Map(rows.map((game) => [game.id, game]));
    return games
      .flatMap((id) => byId.get(id) ?? [])
      .filter((game) => canBeRequested(game, viewer) || last.failures.has(game.id));
  }, [rows, games, integration, last]);

  /** Address and remembered choice follow each other; an empty choice ends the requesting. */
  const keep = (ids: readonly number[]) => {
    requestList.set(ids.length === 0 ? null : ids);
    onGames(ids);
  };
  const finish = useRequestGames(integration ?? '', (outcome) => {
    setLast(outcome);
    if (outcome.requested.length > 0) toast('success', t('wishlisted'));
    if (outcome.failures.size === 0 && outcome.notNotified.length === 0) {
      requestList.set(null);
      onCatalog();
    } else {
      keep([...outcome.failures.keys()]);
    }
  });

  const isSettled = isBare || (catalogue.isSuccess && shown.length === 0);
  const isNothingLeft = isSettled && last.notNotified.length === 0 && !finish.isPending;
  const wasShown = useRef(false);
  useEffect(() => {
    if (shown.length > 0) wasShown.current = true;
    if (!isNothingLeft) return;
    if (!isAllowed) onCatalog('forbidden');
    else if (wasShown.current) onCatalog();
    else onCatalog(hadGames ? 'noneAvailable' : 'nothingChosen');
  }, [shown, isNothingLeft, isAllowed, hadGames, onCatalog]);
  const isLoading = useDelayed(!isBare && catalogue.isPending);
  if (isNothingLeft) return null;

  const send = () => finish.mutate({ games: shown.map((game) => game.id), notNotified: last.notNotified });
  const remove = (id: number) => keep(shown.map((game) => game.id).filter((one) => one !== id));
  return (
    <>
      <PageHeader title={t('title')} back={{ to: '/catalog', label: t('back') }} />
      <PageBody className={actionBarPage}>
        <QueryView query={catalogue} text={catalogue.error?.message}>
          {!isBare && catalogue.isPending ? (
            <div aria-busy="true">
              <p className="hub-visually-hidden">{t('loading')}</p>
              {isLoading && (
                <div className={styles.list} aria-hidden="true">
                  {games.slice(0, 4).map((id) => (
                    <div key={id} className={styles.skeleton} />
                  ))}
                </div>
              )}
            </div>
          ) : (
            <>
              {last.notNotified.length > 0 && (
                <Notice>
                  {t('untold')} {t('untoldHelp')}
                </Notice>
              )}
              {last.failures.size > 0 && shown.length > 0 && (
                <Notice>{t('failed', { count: shown.length })}</Notice>
              )}
              <ul className={styles.list} aria-label={t('games')}>
                {shown.map((game) => (
                  <RequestedGame
                    key={game.id}
                    game={game}
                    href={gameHref(game.id)}
                    onOpen={() => onOpenGame(game.id)}
                    onRemove={() => remove(game.id)}
                    failure={last.failures.get(game.id)}
                    disabled={finish.isPending}
                  />
                ))}
              </ul>
              <ActionBar
                label={t('request')}
                status={
                  shown.length > 0 && (
                    <strong>
                      {t('count', {
                        count: shown.length,
                        integration: integration ?? '',
                      })}
                    </strong>
                  )
                }
              >
                <Button onClick={send} loading={finish.isPending}>
                  {shown.length > 0 ? t('finish') : t('tellAgain')}
                </Button>
              </ActionBar>
            </>
          )}
        </QueryView>
      </PageBody>
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className={styles.notice} role="alert">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
