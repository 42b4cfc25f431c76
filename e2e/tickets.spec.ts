import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { addDays, today, writtenDay } from './support/days.ts';
import { expectFits, expectNoGraveBarrier } from './support/gates.ts';
import { mailsFor } from './support/inbox.ts';
import { origin } from './support/origin.ts';
import { until } from './support/poll.ts';
import { Sandbox } from './support/sandbox.ts';
import { pick, plain } from './support/screen.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

const title = `Reels stand still, reported at ${Date.now()}`;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Ticket {
  id: number;
  title: string;
  status: string;
  description: string;
  ticket_media: { name: string; url: string }[];
}

/** What a word processor puts on the clipboard beside the words. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]-->
<p class="MsoNormal" style="mso-margin-top-alt:auto;color:red" onclick="document.title='ran'"><b>Pasted</b> <span style="font-family:Comic Sans MS">words</span><o:p></o:p></p>
<table><tr><td>c1</td><td>c2</td></tr></table><img src="https://evil.example/pixel.png" onerror="document.title='ran'"><script>document.title='ran'</script></body></html>`;

test.describe.configure({ mode: 'serial' });

test.describe('a ticket, from the session’s box to the closing answer', () => {
  let contexts: BrowserContext[];
  let admin: Page;
  let alpina: Page;
  let sandbox: Sandbox;
  let sessionId: string;
  let sessionTicket: string | null;
  let id: number;

  const entry = (page: Page) => page.getByRole('link', { name: /^Tickets/ });
  async function open(page: Page): Promise<number> {
    return Number(/(\d+) open/.exec(await entry(page).innerText())?.[1] ?? 0);
  }
  async function write(page: Page | Locator, label: string, text: string): Promise<void> {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await field.click();
    await field.pressSequentially(text);
  }
  /** A ticket that is open beside the list. */
  const beside = () => admin.getByRole('region', { name: 'Ticket', exact: true });
  const mail = (account: string, subject: string) =>
    until(`a mail to ${account}`, async () =>
      (await mailsFor(sandbox, `${account}@ludus.example`)).find((one) => one.subject.includes(subject)),
    );

  test.beforeAll(async ({ browser }) => {
    sandbox = await Sandbox.of();
    const api = await Api.signIn('alpina.admin');
    const { rows } = await api.get<{
      rows: { id: string; aamsTicketId: string | null; isOpen: boolean }[];
    }>('/bookkeeping/sessions/range', {
      from: addDays(today(), -7),
      to: today(),
      sessionTypeId: 1,
      limit: 50,
    });
    // The form suggests what to say of one that is open.
    const closed = rows.find(({ isOpen }) => !isOpen);
    if (closed === undefined) throw new Error('Alpina has no session that is closed.');
    ({ id: sessionId, aamsTicketId: sessionTicket } = closed);
    contexts = await Promise.all([browser.newContext(), browser.newContext()]);
    [admin, alpina] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  });
  test.afterAll(() => Promise.all(contexts.map((context) => context.close())));

  test('[BOX-11][TICK-15][TICK-17][ERR-059][SHELL-05] is reported from a session, and the provider’s count follows at once', async () => {
    await signIn(admin, 'admin', '/tickets');
    await expect(admin.getByRole('table', { name: 'Tickets' })).toBeVisible();
    await expect(entry(admin)).toContainText('open');
    const before = await open(admin);
    await signIn(
      alpina,
      'alpina.admin',
      `/session-list?from=${addDays(today(), -7)}&to=${today()}&session=${sessionId}`,
    );
    await alpina.getByRole('link', { name: 'Report bug' }).click();
    await expect(alpina).toHaveURL(`${origin()}/new-ticket/${sessionId}`);
    await expect(alpina.getByText('Integration and game come from the session.')).toBeVisible();
    await expect(alpina.getByRole('combobox', { name: /^Game/ })).toBeDisabled();
    await expect(alpina.getByRole('textbox', { name: 'Integration' })).toHaveValue('Alpina');

    await alpina.getByRole('textbox', { name: 'Title' }).fill('');
    await alpina.getByRole('button', { name: 'Send' }).click();
    await expect(alpina.getByText('Please enter a title.')).toBeVisible();
    await expect(alpina.getByText('Please enter a description.')).toBeVisible();
    await expect(alpina.getByRole('textbox', { name: 'Title' })).toBeFocused();

    await alpina.getByRole('textbox', { name: 'Title' }).fill(title);
    // All by keyboard: bold by its keys, a list by its button.
    await write(alpina, 'Description', 'It happens ');
    await alpina.keyboard.press('Control+b');
    await alpina.keyboard.type('twice');
    await alpina.keyboard.press('Control+b');
    await alpina.keyboard.press('Enter');
    await alpina.getByRole('button', { name: 'Bullet list' }).press('Enter');
    // The editor takes the focus back with the next frame.
    await expect(alpina.getByRole('textbox', { name: 'Description', exact: true })).toBeFocused();
    await alpina.keyboard.type('on phones');
    await alpina.getByLabel('Add files').setInputFiles([
      { name: 'screen.png', mimeType: 'image/png', buffer: picture },
      { name: 'log.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04 log', 'latin1') },
    ]);
    await expectNoGraveBarrier(alpina, 'a new ticket');
    await alpina.getByRole('button', { name: 'Send' }).click();
    await toastSays(alpina, 'Ticket created');
    await expect(alpina).toHaveURL(/\/ticket\/\d+$/);
    id = Number(alpina.url().split('/').at(-1));
    const article = alpina.getByRole('article', { name: `Ticket #${id}` });
    // The page's head has both its title and its number.
    await expect(alpina.getByText(`Ticket #${id} · Opened`)).toHaveCount(1);
    await expect(alpina.getByText(title, { exact: true })).toHaveCount(1);
    await expect(alpina.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(article.locator('strong', { hasText: 'twice' })).toBeVisible();
    await expect(article.getByRole('listitem').filter({ hasText: 'on phones' })).toBeVisible();
    await expect.poll(() => open(admin)).toBe(before + 1);
    await expect(admin.getByRole('row', { name: `Open ticket ${title}` })).toContainText('Alpina');
  });

  test('[OPEN-54] is in the provider’s mail with a link to it', async () => {
    const { text } = await mail('admin', `New ticket #${id}: ${title}`);
    expect(text).toContain(`${origin()}/ticket/${id}`);
    // An invisible character keeps mail programs from linking a name with a dot.
    expect(plain(text)).toContain('alpina.\u200Badmin reported a problem at Alpina.');
  });

  test('[TICK-08] opens its attachments in windows of their own, where nothing of ours can be reached', async () => {
    const [popup] = await Promise.all([
      alpina.waitForEvent('popup'),
      alpina.getByRole('link', { name: /screen\.png .*new window/ }).click(),
    ]);
    await popup.waitForFunction(() => document.images[0]?.naturalWidth === 1);
    expect(await popup.evaluate(() => [self.origin, window.opener])).toEqual(['null', null]);
    await popup.close();
    const archive = alpina.getByRole('link', { name: /log\.zip .*new window/ });
    const { headers } = await fetch(origin() + (await archive.getAttribute('href')));
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="log.zip"/);
  });

  test('[TICK-06][TICK-14][BOX-01] closes what lies on top by Esc, and keeps what was written until it is discarded', async () => {
    // Narrower than what shows it beside the list.
    await admin.setViewportSize({ width: 1279, height: 860 });
    await admin.getByRole('row', { name: `Open ticket ${title}` }).click();
    const dialog = admin.getByRole('dialog', { name: 'Ticket', exact: true });
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    // The keyboard is in the dialog, also when what stood there first has made room.
    await expect.poll(() => dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);

    await dialog.getByRole('button', { name: 'Delete ticket' }).click();
    const deletion = admin.getByRole('dialog', { name: /^Delete the ticket/ });
    await expect(deletion.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await admin.keyboard.press('Escape');
    await expect(deletion).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Delete ticket' })).toBeFocused();

    const link = dialog.getByRole('button', { name: /^Show session/ });
    await link.click();
    const box = admin.getByRole('dialog', { name: 'Session', exact: true });
    await expect(box.getByRole('link', { name: 'Report bug' })).toBeVisible();
    await expect.poll(() => box.evaluate((popup) => popup.contains(document.activeElement))).toBe(true);
    await admin.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
    await expect(link).toBeFocused();

    await write(dialog, 'Answer', 'Half a sen');
    await admin.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(admin).not.toHaveURL(/ticket=/);
    await admin.goto('/');
    await admin.goto(`/tickets?ticket=${id}`);
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toContainText('Half a sen');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const question = admin.getByRole('dialog', { name: 'Discard this answer?' });
    await expect(question.getByRole('button', { name: 'Keep writing' })).toBeFocused();
    await admin.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toHaveText('');
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toBeFocused();
    await admin.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await admin.setViewportSize({ width: 1366, height: 860 });
  });

  test('[TICK-06][TICK-10][TICK-11][ERR-058] is answered beside the list, and both sides follow without a reload', async () => {
    const before = await open(admin);
    await admin.getByRole('row', { name: `Open ticket ${title}` }).click();
    await expect(admin).toHaveURL(new RegExp(`ticket=${id}`));
    const dialog = beside();
    await expect(dialog).toContainText(sessionTicket ?? sessionId);
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toBeVisible();
    // What stands at the foot is in sight without scrolling.
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    // The keyboard goes through the list, each with its ticket, and back.
    await admin.keyboard.press('j');
    await expect(admin).not.toHaveURL(new RegExp(`ticket=${id}`));
    await admin.keyboard.press('k');
    await expect(admin).toHaveURL(new RegExp(`ticket=${id}`));
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await admin.keyboard.press('r');
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toBeFocused();
    await write(dialog, 'Answer', 'We look into it.');
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    const address = admin.getByRole('textbox', { name: 'Link URL' });
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await expect(admin.getByText(/Enter a web address/)).toBeVisible();
    await address.fill('www.example.com');
    await address.press('Enter');
    await expect(dialog.getByRole('link', { name: 'www.example.com' })).toHaveAttribute(
      'href',
      'https://www.example.com/',
    );
    // What is pasted keeps its words and their weight, and nothing else.
    await dialog.getByRole('textbox', { name: 'Answer' }).evaluate((field, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, fromWord);
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toContainText('Pasted words');
    await expect(dialog.getByRole('textbox', { name: 'Answer' })).toContainText('c1 | c2');
    const pasted = await dialog.getByRole('textbox', { name: 'Answer' }).innerHTML();
    expect(pasted).not.toMatch(/Mso|style=|<span|<img|onclick|script|o:p/);
    await dialog
      .getByLabel('Add files')
      .setInputFiles({ name: 'why.png', mimeType: 'image/png', buffer: picture });
    await expectNoGraveBarrier(admin, 'a new answer');

    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await admin
      .getByRole('dialog', { name: 'Leave without sending?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await dialog.getByRole('textbox', { name: 'Answer' }).press('Control+Enter');
    await toastSays(admin, 'Answer added');
    await expect(dialog.getByRole('link', { name: /why\.png .*new window/ })).toBeVisible();
    await expect(dialog.getByText('Ongoing')).toBeVisible();
    await expect.poll(() => open(admin)).toBe(before - 1);

    const own = alpina.getByRole('article', { name: `Ticket #${id}` });
    // The page’s head has the status, its facts the rest.
    await expect(alpina.getByRole('main').getByText('Ongoing')).toBeVisible();
    await expect(own.getByRole('region', { name: 'Answers' })).toContainText('We look into it.');
    await expect(own.getByRole('link', { name: /why\.png .*new window/ })).toBeVisible();
    expect((await mail('alpina.admin', `New answer #${id}: ${title}`)).text).toContain(`/ticket/${id}`);
    const saved = await (await Api.signIn('alpina.admin')).get<{ answers: { description: string }[] }>(
      `/tickets/${id}`,
    );
    expect(saved.answers[0]?.description).toMatch(/<strong>Pasted<\/strong> words/);
  });

  test('[OPEN-02] is no one’s but the provider’s and Alpina’s, in answers, files and mails', async () => {
    const baltica = await Api.signIn('baltica.admin');
    expect((await baltica.get<Ticket[]>('/tickets')).map((ticket) => ticket.id)).not.toContain(id);
    for (const call of [
      baltica.ask(`/tickets/${id}`),
      baltica.send('DELETE', `/tickets/${id}`),
      baltica.send('POST', '/answers', { ticketId: id, status: 'closed', description: 'x' }),
      baltica.send('POST', '/tickets', { title: 'x', description: 'x', sessionId }),
    ]) {
      expect((await call).status).toBe(404);
    }
    for (const account of ['manager', 'alpina.manager', 'alpina.guest'] as const) {
      expect((await (await Api.signIn(account)).ask('/tickets')).status).toBe(403);
    }
    const { ticket_media } = await (await Api.signIn('admin')).get<Ticket>(`/tickets/${id}`);
    const [path = ''] = (ticket_media[0]?.url ?? '').split('?');
    expect((await fetch(origin() + path)).status).toBe(404);
    for (const account of ['baltica.admin', 'alpina.manager', 'alpina.guest', 'manager']) {
      const mails = await mailsFor(sandbox, `${account}@ludus.example`);
      expect(mails.filter(({ subject }) => subject.includes(title))).toEqual([]);
    }
  });

  test('[OPEN-60] shows text that someone made to run as harmless words, whatever the server sends', async () => {
    const ran: string[] = [];
    alpina.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    const ticket = {
      ...(await (await Api.signIn('alpina.admin')).get<object>(`/tickets/${id}`)),
      description: [
        '<p id="kept" onmouseover="alert(1)" style="position:fixed;inset:0">Kept <b>words</b></p>',
        '<script>alert(2)</script><img src=x onerror="alert(3)"><svg onload="alert(4)"></svg>',
        '<iframe srcdoc="<script>parent.alert(5)</script>"></iframe><form action="/x"><button>Sign in</button></form>',
        '<a href="javascript:alert(6)">first</a> <a href="jav&#x09;ascript:alert(7)">second</a>',
        '<a href="//evil.example">third</a> <a href="https://example.com/">fourth</a>',
        '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(8)&gt;">',
      ].join(''),
    };
    // At once: a request of the page that is left would be over before the server had answered.
    await alpina.route(`**/api/tickets/${id}`, (route) => route.fulfill({ json: ticket }));
    await alpina.reload();
    const article = alpina.getByRole('article', { name: `Ticket #${id}` });
    await expect(article.getByText('Kept words')).toBeVisible();
    expect(
      await article
        .locator(
          'script, img:not([src^="/media/"]), iframe, form[action], style, math, [onmouseover], [style*="fixed"]',
        )
        .count(),
    ).toBe(0);
    await expect(article.getByRole('form')).toHaveCount(1);
    await expect(article.getByRole('button', { name: 'Sign in' })).toHaveCount(0);
    for (const name of ['first', 'second', 'third']) {
      await expect(article.getByText(name, { exact: true })).not.toHaveAttribute('href');
    }
    await expect(article.getByRole('link', { name: 'fourth' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow',
    );
    expect(ran).toEqual([]);
    await alpina.unroute(`**/api/tickets/${id}`);
    // The page gets no event of a change that is made before it is connected. Its first frame may come with the socket.
    const connected = new Promise<void>((done) => {
      alpina.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).startsWith('40')) done();
        });
      });
    });
    await alpina.reload();
    await connected;
    await expect(article.getByText('twice')).toBeVisible();
  });

  test('is taken care of by someone, whom the integration sees at once', async () => {
    const take = beside().getByRole('button', { name: 'Assign to me' });
    await take.click();
    await expect(take).toHaveCount(0);
    const own = alpina.getByRole('article', { name: `Ticket #${id}` });
    await expect(own.getByText('Assignee')).toBeVisible();
    await expect(own.locator('dl').getByText('admin', { exact: true })).toBeVisible();
    await expect(own.getByRole('combobox', { name: 'Assignee' })).toHaveCount(0);
  });

  test('[OPEN-59][TICK-09][TICK-12][TICK-13] is closed by an answer, for good and on both screens', async () => {
    const dialog = beside();
    await write(dialog, 'Answer', 'Solved with the next release.');
    await dialog.getByRole('switch', { name: 'Close Ticket with this answer?' }).press(' ');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await admin.getByRole('button', { name: 'Send and close' }).click();
    // The event of the ticket may arrive before the response to the answer, and the form stays until then.
    await toastSays(admin, 'Answer added');
    await expect(dialog.getByRole('form')).toHaveCount(0);
    await expect(dialog.getByText('closed by')).toBeVisible();
    const own = alpina.getByRole('article', { name: `Ticket #${id}` });
    await expect(own.getByText('closed by')).toBeVisible();
    await expect(own.getByRole('button', { name: 'Delete ticket' })).toHaveCount(0);
    expect((await mail('alpina.admin', `Ticket closed #${id}: ${title}`)).text).toContain(`/ticket/${id}`);
    const api = await Api.signIn('alpina.admin');
    const late = { ticketId: id, status: 'ongoing', description: 'Too late' };
    expect((await api.send('POST', '/answers', late)).status).toBe(409);
    expect((await api.send('DELETE', `/tickets/${id}`)).status).toBe(409);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(admin).not.toHaveURL(/ticket=/);
  });

  test('[OPEN-54][NOTIF-05] is one step from its notice', async () => {
    await admin.goto('/notifications');
    await admin.getByRole('button', { name: new RegExp(`New ticket #${id}`) }).click();
    await admin.getByRole('link', { name: 'Open ticket' }).click();
    await expect(admin).toHaveURL(`${origin()}/ticket/${id}`);
    await expect(admin.getByRole('heading', { name: title })).toBeVisible();
    await admin.goto('/tickets');
  });

  test('[TICK-01][TICK-02][TICK-14][ERR-057] is found by its filters, also on a phone; another one is deleted', async () => {
    await expectNoGraveBarrier(admin, 'tickets');
    await pick(admin, 'Status', ['Closed']);
    await expect(admin).toHaveURL(/status=closed/);
    await admin.getByRole('textbox', { name: 'Search' }).fill(`#${id}`);
    await expect(admin.getByRole('row', { name: `Open ticket ${title}` })).toBeVisible();
    await expect(admin.locator('tbody tr')).toHaveCount(1);

    const api = await Api.signIn('alpina.admin');
    const tickets = await api.get<Ticket[]>('/tickets');
    const before = tickets.filter(({ status }) => status === 'open').length;
    await expect.poll(() => open(alpina)).toBe(before);
    const { body } = await api.send<Ticket>('POST', '/tickets', {
      title: 'A mistake',
      description: 'Nothing',
    });
    await expect.poll(() => open(alpina)).toBe(before + 1);
    await alpina.goto(`/ticket/${(body as Ticket).id}`);
    await alpina.setViewportSize({ width: 390, height: 844 });
    const field = alpina.getByRole('textbox', { name: 'Answer' });
    await field.click();
    await expect(field).toBeFocused();
    // Above the bar at the foot of a phone.
    const foot = async () => {
      const box = await field.boundingBox();
      return (box?.y ?? 900) + (box?.height ?? 0);
    };
    await expect.poll(foot).toBeLessThanOrEqual(844 - 60);
    await alpina.setViewportSize({ width: 1366, height: 860 });
    // The provider writes to it at this moment.
    await admin.goto(`/ticket/${(body as Ticket).id}`);
    await write(admin, 'Answer', 'We look into it.');
    await alpina.getByRole('button', { name: 'Delete ticket' }).click();
    const question = alpina.getByRole('dialog', { name: 'Delete the ticket “A mistake”?' });
    await question.getByRole('button', { name: 'Delete ticket' }).click();
    await toastSays(alpina, 'Ticket deleted');
    await expect(alpina).toHaveURL(`${origin()}/tickets`);
    await expect(alpina.getByRole('columnheader', { name: 'Integration' })).toHaveCount(0);
    await expect.poll(() => open(alpina)).toBe(before);
    await expect(admin.getByRole('alert')).toContainText('This ticket was deleted.');
    await expect(admin.getByRole('textbox', { name: 'Answer' })).toContainText('We look into it.');
    await expect(admin.getByRole('button', { name: 'Send' })).toBeDisabled();
    await admin.getByRole('button', { name: 'Back to Tickets' }).click();
    await expect(admin).toHaveURL(`${origin()}/tickets`);
    expect((await mail('admin', `Ticket deleted #${(body as Ticket).id}: A mistake`)).text).toContain(
      'deleted the ticket. It can be restored.',
    );
    await pick(admin, 'Status', ['Deleted']);
    await admin.getByRole('row', { name: 'Open ticket A mistake' }).click();
    await expect(beside()).toContainText('Deleted byalpina.admin');
    await admin.getByRole('button', { name: 'Restore ticket' }).click();
    await toastSays(admin, 'Ticket restored');
    await expect.poll(() => open(alpina)).toBe(before + 1);
    expect((await api.send('DELETE', `/tickets/${(body as Ticket).id}`)).status).toBe(200);
    await expect.poll(() => open(alpina)).toBe(before);
    await admin.goto('/tickets');

    // A word without an end is broken, on every screen.
    await api.send('POST', '/tickets', {
      title: 'Endless'.repeat(12),
      description: 'Nothing',
    });
    await alpina.setViewportSize({ width: 390, height: 844 });
    await expect(alpina.getByRole('button', { name: /EndlessEndless/ })).toBeVisible();
    await expectFits(alpina, 'tickets on a phone');
    await alpina.getByRole('button', { name: /EndlessEndless/ }).click();
    await alpina.getByRole('button', { name: 'Delete ticket' }).click();
    const deletion = alpina.getByRole('dialog', { name: /^Delete the ticket/ });
    await expect(deletion.getByRole('button', { name: 'Delete ticket' })).toBeInViewport({ ratio: 1 });
    await expectFits(alpina, 'a question that names it');
    await expect.poll(() => deletion.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await deletion.getByRole('button', { name: 'Delete ticket' }).click();
    await toastSays(alpina, 'Ticket deleted');
    await expect(alpina.getByRole('dialog')).toHaveCount(0);
    await alpina.getByRole('button', { name: new RegExp(title) }).click();
    await expect(alpina.getByRole('dialog')).toContainText('Solved with the next release.');
    await expectFits(alpina, 'a ticket on a phone');
    await alpina.goto('/new-ticket');
    await expect(alpina.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await expectFits(alpina, 'a new ticket on a phone');
  });
});

test('[TICK-03] a ticket on a phone has two lines of facts, and its status beside the title', async ({
  page,
}) => {
  const title = 'Facts of a ticket in two lines beneath a title of two';
  const api = await Api.signIn('alpina.admin');
  const { body } = await api.send<Ticket>('POST', '/tickets', { title, description: 'Nothing' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', '/tickets');
  const row = page.getByRole('button', { name: new RegExp(title) });
  const boxOf = (text: string) =>
    row.getByText(text, { exact: true }).evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return { top, bottom, height, isWhole: element.scrollWidth <= element.clientWidth };
    });
  const whose = await boxOf('Alpina');
  const who = await boxOf('alpina.admin · 0 answers');
  // Each whole in one line, the second right beneath the first.
  expect(who).toMatchObject({ height: whose.height, top: whose.bottom, isWhole: true });
  const rowTop = await row.evaluate((element) => element.getBoundingClientRect().top);
  expect((await boxOf('Open')).top - rowTop).toBeLessThan(20);
  expect((await api.send('DELETE', `/tickets/${(body as Ticket).id}`)).status).toBe(200);
});

test('a stuck session goes from its panel to a rating, with a saved reply between', async ({ browser }) => {
  const name = `It stands still, reported at ${Date.now()}`;
  const reply = `Checked at ${Date.now()}`;
  const api = await Api.signIn('alpina.admin');
  const { rows } = await api.get<{ rows: { id: string }[] }>('/bookkeeping/sessions/range', {
    ...{ from: addDays(today(), -7), to: today(), sessionTypeId: 1, limit: 1 },
  });
  const sessionId = rows[0]?.id;
  const contexts = await Promise.all([browser.newContext(), browser.newContext()]);
  const [admin, alpina] = (await Promise.all(contexts.map((context) => context.newPage()))) as [Page, Page];
  try {
    await signIn(
      alpina,
      'alpina.admin',
      `/session-list?from=${addDays(today(), -7)}&to=${today()}&session=${sessionId}`,
    );
    await alpina.getByRole('link', { name: 'Report bug' }).click();
    await expect(alpina.getByText('Integration and game come from the session.')).toBeVisible();
    await alpina.getByRole('combobox', { name: 'Type' }).click();
    await alpina.getByRole('option', { name: 'Stuck session' }).click();
    await alpina.getByRole('textbox', { name: 'Title' }).fill(name);
    await alpina.getByRole('textbox', { name: 'Stuck since, day' }).fill(writtenDay(addDays(today(), -1)));
    await alpina.getByLabel('Time in Rome').fill('09:30');
    await alpina.getByRole('button', { name: 'Send' }).click();
    await expect(alpina.getByText('Support needs this to begin.')).toBeVisible();
    await alpina.getByRole('textbox', { name: 'What the player sees' }).fill('A grey screen');
    await expectNoGraveBarrier(alpina, 'a new ticket of a type');
    await alpina.getByRole('button', { name: 'Send' }).click();
    await expect(alpina).toHaveURL(/\/ticket\/\d+$/);
    const id = Number(/\d+$/.exec(alpina.url())?.[0]);
    const own = alpina.getByRole('article', { name: `Ticket #${id}` });
    await expect(own.getByText('A grey screen')).toBeVisible();

    await signIn(admin, 'admin', `/tickets?type=stuckSession&ticket=${id}`);
    const beside = admin.getByRole('region', { name: 'Ticket', exact: true });
    await expect(beside.getByText('A grey screen')).toBeVisible();
    await beside.getByRole('button', { name: 'Assign to me' }).click();
    await expect(beside.getByRole('button', { name: 'Assign to me' })).toHaveCount(0);
    await beside.getByRole('textbox', { name: 'Answer' }).click();
    await admin.keyboard.press('Control+.');
    const replies = admin.getByRole('dialog', { name: 'Saved replies' });
    await replies.getByRole('button', { name: 'New reply' }).click();
    await replies.getByRole('textbox', { name: 'Title' }).fill(reply);
    for (const [label, text] of [
      ['Text in English', 'Hello {person}, {ticket} is solved.'],
      ['Text in Italian', 'Ciao {person}, {ticket} è risolto.'],
    ] as const) {
      await replies.getByRole('textbox', { name: label }).click();
      await admin.keyboard.type(text);
    }
    await replies.getByRole('button', { name: 'Save reply' }).click();
    await toastSays(admin, 'Reply saved');
    await replies.getByRole('textbox', { name: 'Search replies' }).fill(reply);
    await expect(replies.getByRole('button', { name: new RegExp(`^${reply}`) })).toBeVisible();
    await expectNoGraveBarrier(admin, 'saved replies');
    await replies.getByRole('textbox', { name: 'Search replies' }).press('Enter');
    const answer = beside.getByRole('textbox', { name: 'Answer' });
    await expect(answer).toContainText(`Hello alpina.admin, #${id} is solved.`);
    await expect(answer).toBeFocused();
    await beside.getByRole('switch', { name: 'Close Ticket with this answer?' }).press(' ');
    await beside.getByRole('button', { name: 'Send' }).click();
    await admin.getByRole('button', { name: 'Send and close' }).click();
    await toastSays(admin, 'Answer added');

    await alpina.reload();
    await expect(own.getByText(`Hello alpina.admin, #${id} is solved.`)).toBeVisible();
    const rating = own.getByRole('form', { name: 'How was this ticket served?' });
    await rating.getByText('Good', { exact: true }).click();
    await rating.getByRole('textbox', { name: 'Comment' }).fill('Quick');
    await expectNoGraveBarrier(alpina, 'a rating');
    await rating.getByRole('button', { name: 'Send rating' }).click();
    // Its mail is left to tickets.ratings.test: beyond five mails about tickets in ten minutes the rest is one digest.
    await toastSays(alpina, 'Rating sent');
    await expect(own.getByRole('button', { name: 'Change rating' })).toBeVisible();

    await admin.goto(`/tickets?rating=good&ticket=${id}`);
    await expect(beside.getByRole('region', { name: 'Rating' })).toContainText('Quick');
    await admin.getByRole('button', { name: 'Satisfaction' }).click();
    const satisfaction = admin.getByRole('dialog', { name: 'Satisfaction' });
    await expect(satisfaction.getByRole('table', { name: 'By assignee' })).toContainText('You');
    await expectNoGraveBarrier(admin, 'satisfaction');
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
});
