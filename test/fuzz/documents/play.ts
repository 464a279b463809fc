import { setTimeout as delay } from 'node:timers/promises';
import { Contact } from '../../../common/models/contacts.ts';
import { Import } from '../../../common/models/imports.ts';
import { Segment } from '../../../common/models/segments.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { isAlive } from '../../../local/processes.mjs';
import type { Attacker } from '../../faults/attacks/attack.ts';
import { sendOf, succeed } from '../../faults/attacks/old-sends.ts';
import { isEnded, stateOf } from '../../faults/support/ends.ts';
import type { LogLine } from '../../support/log-lines.ts';
import type { PeopleFile } from '../../support/people-files.ts';
import { rows } from '../../support/rows.ts';
import { slowness } from '../../support/slowness.ts';
import type { Case, MailGiven } from './cases.ts';
import type { CsvFile } from './csv.ts';
import { AUTHORS, type Author, type FuzzedService, TURN_MS } from './service.ts';

interface ImportedFile {
  readonly author: Author;
  readonly id: number;
  /** Contacts that the import must store. */
  readonly people?: PeopleFile['people'];
}

/** The answer to a case, and its effects in the background. */
interface Played {
  /** Answers that no document may cause. */
  readonly problems: readonly string[];
  readonly status: number;
  readonly send?: { readonly author: Author; readonly utr: string };
  readonly file?: ImportedFile;
}

const AT_ONCE = 6;
const ANSWER_MS = 60_000;
/** Milliseconds in which the sends and imports of a batch must end in a state that their owner can read. */
const END_MS = 120_000;
const LOOK_MS = 50;
/** Attempts of a job: the third failure for the same reason is a finding. */
const TRIES = 3;

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function ask(attacker: Attacker, path: string, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(`${attacker.origin}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...init,
      headers: {
        PublicKey: attacker.public_key,
        SecretKey: attacker.secret_key,
        ...(init.headers as Record<string, string>),
      },
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: `no answer: ${String((error as Error).cause ?? error)}` };
  }
}

const post = (attacker: Attacker, path: string, body: string): Promise<Answer> =>
  ask(attacker, `/api${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

const judged = (what: string, { status, text }: Answer): Played => ({
  status,
  problems: status === 0 || status >= 500 ? [`${what}: ${status} ${text.slice(0, 300)}`] : [],
});

/** Times that a mail is saved again, where a busy machine had no time to render it: then the API asks to try again. */
const SAVES = 10;

/** Saves a mail; `later` schedules it, so that it is not sent. */
async function save(author: Author, mail: MailGiven, later: boolean): Promise<Answer> {
  const when = later ? { schedule_type: 1, schedule_date: '2099-01-01', schedule_time: '00:00:00' } : {};
  const body = JSON.stringify(sendOf(author, { ...mail, ...when }));
  for (let saves = 1; ; saves += 1) {
    const answer = await post(author, '/single/send/create', body);
    if (answer.status !== 503 || saves === SAVES) return answer;
    await delay(1000);
  }
}

/** Cases at the same time import into different contact types. */
const typeOf = ({ importTypes }: Author, at: number): number =>
  importTypes[Math.floor(at / AUTHORS) % importTypes.length]!;

const utrOf = (text: string): string => {
  const { message } = JSON.parse(text) as { message: string | { utr: string } };
  return typeof message === 'string' ? message : message.utr;
};

async function upload(
  author: Author,
  at: number,
  { base64, name }: CsvFile,
  more: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const body = new FormData();
  for (const [key, value] of Object.entries({ ...more, contact_type_id: String(typeOf(author, at)) }))
    body.append(key, value);
  body.append('file', new Blob([Buffer.from(base64, 'base64')]), name);
  const answer = await ask(author, '/api/contacts/upload-csv', { method: 'POST', body });
  const taken =
    answer.status === 200 ? { file: { author, id: (JSON.parse(answer.text) as { id: number }).id } } : {};
  return { ...judged('an upload', answer), ...taken };
}

async function play({ authors, vandal }: FuzzedService, one: Case, at: number): Promise<Played> {
  const author = authors[at % AUTHORS]!;
  switch (one.kind) {
    case 'send': {
      const answer = await save(author, one.mail, false);
      const sent = answer.status === 200 ? { send: { author, utr: utrOf(answer.text) } } : {};
      return { ...judged('a send', answer), ...sent };
    }
    case 'page': {
      const answer = await save(author, one.mail, true);
      if (answer.status !== 200) return judged('a design', answer);
      const page = await ask(author, `/design/${utrOf(answer.text)}`, { headers: { Cookie: author.cookie } });
      return { ...judged('a design page', page), send: { author, utr: utrOf(answer.text) } };
    }
    case 'csv':
      return upload(author, at, one.file);
    case 'people': {
      const { base64, encoding, people } = one.file;
      const played = await upload(author, at, { base64, name: 'people.csv' }, encoding ? { encoding } : {});
      return played.file
        ? { ...played, file: { ...played.file, people } }
        : { ...played, problems: [`people are refused: ${played.status}`] };
    }
    case 'json':
      return judged(one.call.path, await post(vandal, one.call.path, one.call.body));
    default: {
      // A rule.
      const inputs = { ...one.rule, contact_type_id: author.importTypes[0], segment_name: 'Segment' };
      const path = one.store ? '/segment/store' : '/segment/preview';
      return judged(path, await post(author, path, JSON.stringify(inputs)));
    }
  }
}

/** People who are not stored as their file has them. */
async function untrue(people: PeopleFile['people']): Promise<string[]> {
  const stored = await rows(Contact)
    .find({ email_norm: { $in: people.map(([address]) => address) } })
    .toArray();
  const found = new Set(
    stored.map(({ email, first_name, last_name, city }) => [email, first_name, last_name, city].join(' ')),
  );
  const missing = people.map((person) => person.join(' ')).filter((person) => !found.has(person));
  return missing.length === 0
    ? []
    : [`${missing.length} people are not stored as their file has them, such as ${missing[0]}`];
}

/** Waits until all effects of the cases have ended; returns what has not, or can't be read or deleted. */
async function settle(played: readonly Played[]): Promise<string[]> {
  const problems: string[] = [];
  const end = performance.now() + END_MS;
  const sends = played.flatMap(({ send }) => send ?? []);
  const files = played.flatMap(({ file }) => file ?? []);
  for (const { author, utr } of sends) {
    let state = await stateOf(author, utr);
    // A send that is never due waits for a time that its owner can read.
    const waiting = await rows(SingleSend).countDocuments({ utr, due_at: { $gt: new Date() } });
    const over = (): boolean => waiting > 0 || isEnded(state);
    while (!over() && performance.now() < end) {
      await delay(LOOK_MS);
      state = await stateOf(author, utr);
    }
    if (!over()) problems.push(`a send stays in status ${state.status}`);
    if (state.status !== 3) await succeed(author, '/single/send/bulk-delete', { strIds: [utr] });
  }
  for (const { author, id, people } of files) {
    const look = async () => (await rows(Import).findOne({ _id: id }))!.finished_at;
    while (!(await look()) && performance.now() < end) await delay(LOOK_MS);
    const { import: shown } = await succeed<{ import: { state: string } }>(
      author,
      `/contacts/imports/details?id=${id}`,
    );
    if (!['completed', 'failed'].includes(shown.state)) problems.push(`an import stays ${shown.state}`);
    if (people) problems.push(...(await untrue(people)));
  }
  return problems;
}

/** Problems in the logs and event loops since then. */
function watched(
  { loops, worker, stack: { api } }: FuzzedService,
  since: number,
  lines: readonly LogLine[],
): string[] {
  const problems: string[] = [];
  let limit: number | undefined;
  for (const [who, loop] of Object.entries(loops)) {
    for (const event of loop.events()) {
      if (event.at < since) continue;
      // Measured in the same minute, and only then.
      if (!('unhandled' in event)) limit ??= TURN_MS * slowness();
      if ('unhandled' in event)
        problems.push(`${who}: unhandled rejection: ${event.unhandled.slice(0, 500)}`);
      else if (event.own > limit!)
        problems.push(
          `${who}: a turn computed for ${event.own} ms, at most ${Math.round(limit!)} are allowed here`,
        );
    }
  }
  for (const [who, { pid }] of Object.entries({ API: api, worker }))
    if (!isAlive(pid)) problems.push(`the ${who} died`);
  const failures = new Map<string, number>();
  for (const { msg, job, err } of lines) {
    const what = `${JSON.stringify(job) ?? ''}: ${err?.message ?? ''}`;
    if (msg === 'job failed') failures.set(what, (failures.get(what) ?? 0) + 1);
    else problems.push(`logged: ${msg} ${err?.stack?.slice(0, 500) ?? ''}`);
  }
  for (const [what, times] of failures)
    if (times >= TRIES) problems.push(`a job failed ${times} times: ${what}`);
  return problems;
}

/** Runs cases at the same time, waits for their effects, and returns all problems. */
export async function playAll(service: FuzzedService, cases: readonly Case[]): Promise<readonly string[]> {
  const since = Date.now();
  service.errors();
  const played: Played[] = [];
  const left = [...cases.entries()];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift())
      played.push(await play(service, next[1], next[0]));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const problems = played.flatMap((one) => one.problems);
  try {
    problems.push(...(await settle(played)));
  } catch (error) {
    problems.push(`what follows can not be read: ${(error as Error).message}`);
  }
  // Every import updates the existing segments. Thousands of them would be a different test, so they are deleted.
  const users = service.authors.map(({ user_id }) => user_id);
  await rows(Segment).updateMany(
    { user_id: { $in: users }, deleted_at: null },
    { $set: { deleted_at: new Date() } },
  );
  problems.push(...watched(service, since, service.errors()));
  return problems;
}
