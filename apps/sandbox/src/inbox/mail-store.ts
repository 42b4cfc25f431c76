import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export interface MailAttachment {
  name: string;
  type: string;
  content: Buffer;
}

export interface Mail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  date: string;
  attachments: MailAttachment[];
}

interface Envelope {
  id: string;
  from: string;
  to: string[];
  receivedAt: string;
}

/** Mails kept at most; the oldest go first. */
export const MAX_MAILS = 500;

function bytes(content: ArrayBuffer | Uint8Array | string): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

function toMail(envelope: Envelope, mail: Email): Mail {
  return {
    id: envelope.id,
    from: mail.from?.address ?? envelope.from,
    to: envelope.to,
    subject: mail.subject ?? '(no subject)',
    // The line feed that ends a part belongs to the mail's wrapping, not to its text.
    text: (mail.text ?? '').replace(/\r?\n$/, ''),
    html: (mail.html ?? '').replace(/\r?\n$/, ''),
    date: envelope.receivedAt,
    attachments: mail.attachments.map((one, n) => ({
      name: one.filename ?? `attachment-${n + 1}`,
      type: one.mimeType,
      content: bytes(one.content),
    })),
  };
}

/** Received mails, newest first, in memory and as files (`<id>.eml` beside `<id>.json` with the envelope). */
export class MailStore {
  readonly #folder: string;
  #mails: Mail[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads what an earlier run received. */
  async load(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const loaded: Mail[] = [];
    for (const file of await readdir(this.#folder)) {
      if (!file.endsWith('.json')) continue;
      const envelope = JSON.parse(await readFile(join(this.#folder, file), 'utf8')) as Envelope;
      const raw = await readFile(join(this.#folder, `${envelope.id}.eml`));
      loaded.push(toMail(envelope, await PostalMime.parse(raw)));
    }
    const known = new Set(this.#mails.map((mail) => mail.id));
    const older = loaded.filter((mail) => !known.has(mail.id));
    this.#mails = [...this.#mails, ...older].sort((a, b) => b.date.localeCompare(a.date));
  }

  /** All mails, newest first, or those to one address (compared without case). */
  list(recipient?: string): Mail[] {
    const wanted = recipient?.trim().toLowerCase();
    if (!wanted) return this.#mails;
    return this.#mails.filter((mail) => mail.to.some((address) => address.toLowerCase() === wanted));
  }

  find(id: string): Mail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  /** Keeps a mail for good before it is acknowledged. */
  async add(raw: Buffer, from: string, to: string[], receivedAt: string): Promise<Mail> {
    const envelope: Envelope = { id: randomUUID(), from, to, receivedAt };
    const mail = toMail(envelope, await PostalMime.parse(raw));
    await mkdir(this.#folder, { recursive: true });
    const path = join(this.#folder, envelope.id);
    await writeFile(`${path}.eml`, raw);
    await writeFile(`${path}.new`, JSON.stringify(envelope));
    await rename(`${path}.new`, `${path}.json`);
    this.#mails.unshift(mail);
    for (const old of this.#mails.splice(MAX_MAILS)) await this.#remove(old.id);
    return mail;
  }

  async clear(): Promise<void> {
    const gone = this.#mails;
    this.#mails = [];
    for (const mail of gone) await this.#remove(mail.id);
  }

  async #remove(id: string): Promise<void> {
    // The envelope goes first: without it the mail does not exist for the next start.
    await rm(join(this.#folder, `${id}.json`), { force: true });
    await rm(join(this.#folder, `${id}.eml`), { force: true });
  }
}
