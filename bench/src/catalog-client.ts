/** The client, in its own thread, so that its work costs the server nothing. */
import { parentPort } from 'node:worker_threads';
import { wire } from './wire.ts';

export type Order =
  | { kind: 'ask'; url: string; token: string; count: number; lanes: number }
  | { kind: 'upload'; url: string; game: number; token: string; picture: Uint8Array };

export interface Asked {
  perSecond: number;
  bytes: number;
}

const get = wire(8);

async function ask({ url, token, count, lanes }: Extract<Order, { kind: 'ask' }>): Promise<Asked> {
  let left = count;
  let bytes = 0;
  const started = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      bytes = (await get(url, token)).length;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { perSecond: (count / (performance.now() - started)) * 1000, bytes };
}

/** Sends a picture as a game's main image and waits until its smaller renderings are there. */
async function upload({ url, game, token, picture }: Extract<Order, { kind: 'upload' }>): Promise<number> {
  const started = performance.now();
  const body = new FormData();
  body.append('isMainImage', 'true');
  body.append('file', new Blob([new Uint8Array(picture)]), 'large.jpg');
  const response = await fetch(`${url}/api/games/media/upload/${game}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!response.ok) throw new Error(`The picture was refused: ${response.status} ${await response.text()}`);
  for (;;) {
    const now = JSON.parse(String(await get(`${url}/api/games/${game}?with=game_media`, token))) as {
      game_media: { variants: unknown[] }[];
    };
    if (now.game_media[0]?.variants.length === 3) return performance.now() - started;
    if (performance.now() - started > 60_000) throw new Error('The renderings were not made');
    await new Promise((done) => setTimeout(done, 50));
  }
}

parentPort?.on('message', async (order: Order) => {
  try {
    parentPort?.postMessage({ value: await (order.kind === 'ask' ? ask(order) : upload(order)) });
  } catch (error) {
    parentPort?.postMessage({ error: String(error) });
  }
});
