/** The user guide: a page of the hub, or an address from outside, and the mails that bring people to it. */
import { readFile } from 'node:fs/promises';
import { messageOf, sendUserGuide } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { userGuideAddress, userGuidePath } from '../../infra/config/user-guide.ts';
import { ValidationError } from '../../infra/errors/index.ts';
import { bind } from '../../infra/http/index.ts';
import { createMailQuota, mailBodies, type SendMailJob } from '../../infra/mail/index.ts';
import type { HubModule, Infra } from '../../infra/module.ts';

export function createUserGuideModule(
  { settings, postgres, jobs, clock }: Pick<Infra, 'settings' | 'postgres' | 'jobs' | 'clock'>,
  { mail }: { mail: SendMailJob },
): HubModule {
  const quota = createMailQuota(settings, clock);
  const address = userGuideAddress(settings);

  /** Queues a mail for each address. @throws ValidationError for any other file than the configured one */
  async function send(actor: Actor, to: readonly string[], fileUrl: string): Promise<{ message: string }> {
    if (fileUrl !== address) {
      throw new ValidationError({ fileUrl: messageOf('fields.otherGuide') });
    }
    const each = new Map(to.map((one) => [one.toLowerCase(), one]));
    await postgres.transaction(async (tx) => {
      await quota.spend(tx, actor, each.size);
      const mails = [...each.values()].map((one) => ({ to: [one], ...guideMail(address) }));
      await jobs.enqueueAll(mail, mails, tx);
    });
    return { message: 'Emails sent successfully' };
  }

  return {
    name: 'user guide',
    endpoints: [
      bind(sendUserGuide, ({ actor, body: { to, fileUrl = address } }) => send(actor, to, fileUrl)),
    ],
    async plugin(server) {
      const page = await readFile(new URL('user-guide.html', import.meta.url), 'utf8');
      server.get(userGuidePath, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
    },
  };
}

function guideMail(address: string) {
  return {
    subject: 'User guide of Ludus Hub',
    ...mailBodies({
      language: 'en',
      title: 'User guide of Ludus Hub',
      paragraphs: ['The guide explains the pages of the hub: games, sessions, charts, reports and settings.'],
      button: { label: 'Open the user guide', url: address },
      reason: 'An administrator of the hub has sent this guide to you.',
    }),
  };
}
