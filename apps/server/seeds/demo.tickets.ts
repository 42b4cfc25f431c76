import sharp from 'sharp';
import type { StoredSession } from '../src/modules/session-store/index.ts';
import type { ImportedTicket } from '../src/modules/tickets/index.ts';

/** An integration of the demo, with who reports for it and who answers at the provider. */
export interface DemoReporter {
  integrationId: number;
  reporterId: string;
  responderId: string;
  /** The newest session that began so many hours ago or before; none where nothing has been fetched. */
  sessionBefore(hours: number): Promise<StoredSession | undefined>;
}

const hourMs = 3_600_000;

/** Tickets in each state, some of sessions, one with a picture; oldest first. */
export async function demoTickets(reporters: readonly DemoReporter[], now: Date): Promise<ImportedTicket[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const [first, second = first] = reporters;
  if (first === undefined || second === undefined) return [];
  const of = async ({ integrationId, reporterId, sessionBefore }: DemoReporter, hours: number | null) => {
    const session = hours === null ? undefined : await sessionBefore(hours);
    return {
      integrationId,
      reporterId,
      gameId: session?.gameId ?? null,
      session: session ?? null,
    };
  };
  const picture = {
    name: 'frozen-reels.png',
    contentType: 'image/png',
    content: await screenshotOfReels(),
  };
  const tickets: ImportedTicket[] = [
    {
      // Each reports a session that was before it.
      ...(await of(first, 212)),
      title: 'Free spins end one round early',
      description:
        '<p>The player was given <strong>ten free spins</strong> and the feed shows nine.</p><ol><li>Open the session.</li><li>Count the rounds of type “free”.</li></ol>',
      createdAt: ago(210),
      answers: [
        {
          status: 'ongoing',
          responderId: first.responderId,
          description: '<p>Thank you. We compare the rounds with the log of the game server.</p>',
          createdAt: ago(206),
        },
        {
          status: 'ongoing',
          responderId: first.reporterId,
          description: '<p>The player has asked again. Can we credit the missing spin meanwhile?</p>',
          createdAt: ago(190),
        },
        {
          status: 'closed',
          responderId: first.responderId,
          description:
            '<p>The tenth spin was played after a reconnection and stands in the following session. Nothing is missing.</p>',
          createdAt: ago(166),
        },
      ],
      media: [],
    },
    {
      ...(await of(second, null)),
      title: 'Texts of the paytable are cut off in Italian',
      description: '<p>On phones the last line of the paytable is hidden behind the button.</p>',
      createdAt: ago(98),
      answers: [
        {
          status: 'ongoing',
          responderId: second.responderId,
          description: '<p>Seen on small screens. A correction comes with the next release.</p>',
          createdAt: ago(75),
        },
      ],
      media: [],
    },
    {
      ...(await of(first, 27)),
      title: 'Reels stand still after a free spin',
      description:
        '<p>The reels stop and the balance is not updated.</p><ul><li>Happened twice this week</li><li>Both on mobile</li></ul><p>The picture shows the second time.</p>',
      createdAt: ago(26),
      answers: [
        {
          status: 'ongoing',
          responderId: first.responderId,
          description: '<p>We can reproduce it and look for the cause.</p>',
          createdAt: ago(21),
        },
      ],
      media: [picture],
    },
    {
      ...(await of(second, 8)),
      title: 'Session stays open although the player has left',
      case: {
        type: 'stuckSession',
        since: ago(8).toISOString(),
        playerSees: 'A grey screen since the last spin. Opening the game again shows the same.',
      },
      description: '<p>The player closed the window an hour ago. Please check the session.</p>',
      createdAt: ago(7),
      answers: [],
      media: [],
    },
    {
      ...(await of(first, null)),
      title: 'Certificate of the random generator for the regulator',
      description:
        '<p>The regulator asks for the current certificate. The one under <em>Documentation</em> expires soon.</p>',
      createdAt: ago(3),
      answers: [],
      media: [],
    },
  ];
  return tickets;
}

/** Five reels, one of them between two symbols, as someone would send it. */
function screenshotOfReels(): Promise<Buffer> {
  const colors = ['#e9ba48', '#5b6ceb', '#d44309', '#74a894', '#a386d5'];
  const symbols = colors.flatMap((_color, reel) =>
    [0, 1, 2].map((row) => {
      const [x, y] = [130 + reel * 110, 110 + row * 105 + (reel === 3 ? 48 : 0)];
      return `<circle cx="${x}" cy="${y}" r="36" fill="${colors[(reel * 2 + row) % colors.length]}"/>`;
    }),
  );
  const frames = colors.map(
    (_color, reel) => `<rect x="${80 + reel * 110}" y="50" width="100" height="330" rx="10" fill="#1b1d23"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="430"><rect width="700" height="430" fill="#0b0c0f"/>${frames.join('')}${symbols.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
