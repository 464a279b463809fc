import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fillContacts } from '../../../bench/support/contacts.ts';
import { OWNER } from '../../../bench/support/stack.ts';
import { createAccount } from '../../../common/accounts/accounts.ts';
import { mailingOfEmail } from '../../../common/domain/mailing-keys.ts';
import { signIn } from '../attacks/sign-in.ts';
import type { Arena } from './arena.ts';
import { uploadCsv } from './csv-upload.ts';
import { acceptedRows, giveBack } from './returned-mails.ts';

/**
 * The tasks of the account meanwhile, and the milliseconds that each may take longer than twice its time alone. The tasks of a
 * lane follow one another.
 */
export const LANES = [
  { 'a sign-in': 1000, 'a send to 100': 0, 'a large send': 1000 },
  { 'an import of one row': 1000, 'an import of 1,000 rows': 1000, 'a scheduled send': 1000 },
  { 'a welcome mail': 1000, 'a webhook': 1000, 'a mail with a link': 1000, 'a returned mail': 1000 },
] as const;

type Keys<Lane> = Lane extends unknown ? keyof Lane : never;
export type Task = Keys<(typeof LANES)[number]>;
export const TASKS = Object.assign({}, ...LANES) as Readonly<Record<Task, number>>;

/** Times of tasks in milliseconds, one after another. */
export type TaskTimes = Readonly<Record<Task, readonly number[]>>;

const RECIPIENTS = 100;
const ROWS = 1000;
/** The contact types of `arena.lay`, of new contacts, of the large send, and of an automation that welcomes. */
const [EVERYBODY, MANY, WELCOMED] = [1, 3, 4];
export const NEWCOMERS = 2;

/** A scheduled send waits for a whole second, at least this many milliseconds ahead. */
const AHEAD_MS = 1500;
const LOOK_MS = 50;
/** Milliseconds after which waiting ends with an error. */
export const PATIENCE_MS = 60_000;
/** Right passwords have a limit, so sign-ins are rarer than the other tasks. */
const SIGN_IN_MS = 3000;
/** The account's own network. */
const OWN_ADDRESS = '198.51.100.7';

const since = (began: number): number => Math.round(performance.now() - began);

/** Waits until something is so; returns the milliseconds since `began`. */
async function untilSo(began: number, isSo: () => boolean | Promise<boolean>): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - began > PATIENCE_MS) throw new Error(`not done after ${PATIENCE_MS / 1000} s`);
    await delay(LOOK_MS);
  }
  return since(began);
}

/** An endpoint of webhooks that remembers the text of all calls. */
async function startEndpoint() {
  let said = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      said += text;
    });
    request.once('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard: (text: string): boolean => said.includes(text),
    stop: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Creates the contact types, a live automation and a webhook; returns the id of the automation's email, and the endpoint. */
async function layGround({ stack: { call, keys } }: Arena, many: number) {
  for (const name of ['Newcomers', 'Many', 'Welcomed']) await call('/contacts-type/add', { name });
  await fillContacts(keys.user_id, RECIPIENTS, EVERYBODY);
  await fillContacts(keys.user_id, many, MANY);
  const { utr } = (
    await call('/automations/create', {
      type: 'welcome',
      automation_for: `contacts_${WELCOMED}`,
      automation_name: 'Welcome',
      unsubscribe_group_id: 1,
    })
  ).message as { utr: string };
  const email = (await call('/automations/schedule/create', {
    utr,
    sender_id: 1,
    subject: 'Welcome',
    waiting_type: 'instantly',
    waiting_period: 1,
    template_id: 1,
    preview_img: 'welcome.png',
    template_html: '<p>Welcome</p>',
  })) as unknown as { id: number };
  await call(`/automations/set-live?utr=${utr}`);
  const endpoint = await startEndpoint();
  // In batches: its own imports add thousands of contacts.
  await call('/webhooks/save', { url: endpoint.url, events: ['contact.added'], batch: 1 });
  return { emailId: email.id, endpoint };
}

/** Does the tasks of an account, each once at a call. */
export class NeighbourTasks {
  /** Recipients of its sends so far, and those of them who got no mail. */
  recipients = 0;
  lost = 0;
  readonly #arena: Arena;
  readonly #many: number;
  readonly #ground: Awaited<ReturnType<typeof layGround>>;
  #made = 0;
  #signedIn = Number.NEGATIVE_INFINITY;

  private constructor(arena: Arena, many: number, ground: Awaited<ReturnType<typeof layGround>>) {
    this.#arena = arena;
    this.#many = many;
    this.#ground = ground;
  }

  /** `many`: recipients of its large send. */
  static create = async (arena: Arena, many: number): Promise<NeighbourTasks> =>
    new NeighbourTasks(arena, many, await layGround(arena, many));

  stop(): void {
    this.#ground.endpoint.stop();
  }

  /** Does a task once, and returns how long it took. Rejects when it fails, or takes too long. */
  readonly run: Readonly<Record<Task, () => Promise<number>>> = {
    'a sign-in': () => this.#signIn(),
    'a send to 100': () => this.#send(EVERYBODY, RECIPIENTS),
    'a large send': () => this.#send(MANY, this.#many),
    'an import of one row': () => this.#import(1),
    'an import of 1,000 rows': () => this.#import(ROWS),
    'a scheduled send': () => this.#sendLater(),
    'a welcome mail': () => this.#welcome(),
    'a webhook': () => this.#hear(),
    'a mail with a link': () => this.#askForLink(),
    'a returned mail': () => this.#giveBack(),
  };

  async #signIn(): Promise<number> {
    await delay(Math.max(0, this.#signedIn + SIGN_IN_MS - performance.now()));
    this.#signedIn = performance.now();
    await signIn({ origin: this.#arena.stack.origin, ...OWNER }, OWN_ADDRESS);
    return since(this.#signedIn);
  }

  #send(type: number, size: number): Promise<number> {
    return this.#completed(performance.now(), { recipient_id: [`contacts_${type}`] }, size);
  }

  /** From the time for which it is scheduled. */
  #sendLater(): Promise<number> {
    const at = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000;
    const [schedule_date, schedule_time] = new Date(at).toISOString().slice(0, 19).split('T');
    const inputs = {
      schedule_type: 1,
      schedule_date,
      schedule_time,
      recipient_id: [`contacts_${EVERYBODY}`],
    };
    return this.#completed(performance.now() + at - Date.now(), inputs, RECIPIENTS);
  }

  async #completed(began: number, inputs: Readonly<Record<string, unknown>>, size: number): Promise<number> {
    const utr = await this.#arena.send(inputs);
    let delivered = 0;
    const ms = await untilSo(began, async () => {
      const details = await this.#arena.details(utr);
      delivered = details['delivered'] ?? 0;
      return details['status'] === 3;
    });
    this.recipients += size;
    this.lost += size - delivered;
    return ms;
  }

  async #import(count: number): Promise<number> {
    const { stack } = this.#arena;
    const began = performance.now();
    const file = `imported-${++this.#made}`;
    const lines = Array.from({ length: count }, (_, row) => `${file}.${row}@x.example`);
    await uploadCsv(stack, NEWCOMERS, `email\n${lines.join('\n')}\n`, `${file}.csv`);
    return untilSo(began, async () => {
      const { imports } = (await stack.call('/contacts/imports')).message as { imports: { state: string }[] };
      return imports.at(-1)!.state === 'completed';
    });
  }

  /** Adds a contact that an automation welcomes, and returns its address. */
  async #addContact(): Promise<string> {
    const email = `welcomed.${++this.#made}@x.example`;
    await this.#arena.stack.call('/contacts/add', { contact_type_id: WELCOMED, email, country: 1 });
    return email;
  }

  async #welcome(): Promise<number> {
    const arrived = this.#arena.arrivals();
    const began = performance.now();
    const email = await this.#addContact();
    return untilSo(began, () => arrived(email));
  }

  async #hear(): Promise<number> {
    const began = performance.now();
    const email = await this.#addContact();
    return untilSo(began, () => this.#ground.endpoint.heard(email));
  }

  async #askForLink(): Promise<number> {
    // An account gets few such mails an hour.
    const email = `owner.${++this.#made}@x.example`;
    await createAccount({ name: 'Owner', email, password: OWNER.password, timezone: 'UTC' });
    const arrived = this.#arena.arrivals();
    const began = performance.now();
    const answer = await fetch(`${this.#arena.stack.origin}/account/reset`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': `198.51.100.${8 + (this.#made % 240)}` },
      body: new URLSearchParams({ email }),
    });
    if (!answer.ok) throw new Error(`the form was answered ${answer.status}`);
    return untilSo(began, () => arrived(email));
  }

  /** Always the same one: a repeated report changes nothing. */
  async #giveBack(): Promise<number> {
    const { APP_SECRET, BOUNCE_DOMAIN, INBOUND_SMTP_PORT } = this.#arena.stack.environment;
    const [row] = await acceptedRows({ mailing: mailingOfEmail(this.#ground.emailId) }, [
      'accepted',
      'bounced',
    ]);
    const returning = { secret: APP_SECRET!, bounceDomain: BOUNCE_DOMAIN!, port: Number(INBOUND_SMTP_PORT) };
    const began = performance.now();
    await giveBack(returning, 'bounce', row!);
    return since(began);
  }
}
