/** The user guide: a page of the hub, or an address from outside, and the mails that bring people to it. */
import { readFile } from 'node:fs/promises';
import { sendUserGuide } from '@ludus/contract';
import { ValidationError } from '../../platform/errors/index.ts';
import { bind } from '../../platform/http/index.ts';
import { letterBodies, type SendMailJob } from '../../platform/mail/index.ts';
import type { HubModule, Platform } from '../../platform/module.ts';

/** Where the hub's own guide is. */
const guidePath = '/user-guide';

export function createUserGuideModule(
  { settings, postgres, jobs }: Pick<Platform, 'settings' | 'postgres' | 'jobs'>,
  { mail }: { mail: SendMailJob },
): HubModule {
  const address = settings.userGuideUrl ?? settings.publicUrl + guidePath;

  /** ERR-046: queues a mail for each address. @throws ValidationError for any other file than the configured one (OPEN-56) */
  async function send(to: readonly string[], fileUrl: string): Promise<{ message: string }> {
    if (fileUrl !== address) {
      throw new ValidationError({ fileUrl: 'Only the user guide of this hub can be sent.' });
    }
    const each = new Map(to.map((one) => [one.toLowerCase(), one]));
    await postgres.transaction((tx) =>
      jobs.enqueueAll(
        mail,
        [...each.values()].map((one) => ({ to: [one], ...guideMail(address) })),
        tx,
      ),
    );
    return { message: 'Emails sent successfully' };
  }

  return {
    name: 'user guide',
    endpoints: [bind(sendUserGuide, ({ body: { to, fileUrl = address } }) => send(to, fileUrl))],
    async plugin(server) {
      const page = await readFile(new URL('user-guide.html', import.meta.url), 'utf8');
      server.get(guidePath, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
    },
  };
}

function guideMail(address: string) {
  return {
    subject: 'User guide of Ludus Hub',
    ...letterBodies({
      language: 'en',
      title: 'User guide of Ludus Hub',
      paragraphs: ['The guide explains the pages of the hub: games, sessions, charts, reports and settings.'],
      button: { label: 'Open the user guide', url: address },
      reason: 'An administrator of the hub has sent this guide to you.',
    }),
  };
}
