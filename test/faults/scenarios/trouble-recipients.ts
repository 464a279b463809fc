import { addressOf, fillContacts } from '../../../bench/support/contacts.ts';
import { median } from '../../../bench/support/figures.ts';
import type { DomainFault } from '../../../bench/support/sink-server.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { type Arena, inArena } from '../support/arena.ts';
import { environmentOf, type Setup } from '../support/bounds.ts';
import { createOtherAccount } from '../support/other-account.ts';
import type { Scenario } from '../support/scenario.ts';
import { judgeSend } from '../support/verdict.ts';

const setup: Setup = { connections: 10, slices: 3, recordMails: 250 };
const TROUBLED = 6;
/** Trouble that a recipient's mail has, with a rule of our own in its row. */
const WAYS: readonly DomainFault[] = [
  'a lost line at RCPT',
  'nonsense at RCPT',
  'silence at RCPT',
  'a reply without end at RCPT',
  'two replies at DATA',
];
/** Trouble that the server answers for, or that leaves a mail in doubt. */
const OTHER_WAYS: readonly DomainFault[] = ['a refused RSET', '421 at RCPT', 'a lost line after the dot'];
const SMALL = 100;
const TIMES = 2;
const ROUNDS = 3;
/** SMTP_TIMEOUT_MS as it is by default. */
const TIMEOUT_MS = 60_000;
/** Seconds after which a send counts as standing still. */
const LONGEST = 60;
/** Goal (docs/fault-tests.md, "Goals"). */
const TIMES_WITHOUT = 1.2;

/** Numbers of the other account's contacts. */
const OTHERS_FROM = 1_000_000;
const isSmall = (to: string): boolean => /^person\.10000\d\d@/.test(to);
const domainOf = (at: number): string => `trouble${at}.example`;

/** A recipient of an own domain for each number. The server has trouble with each of them in one of these ways. */
const scenarioOf = (name: string, ways: readonly DomainFault[], troubled = TROUBLED): Scenario => ({
  name,
  claim: `${troubled} recipients with ${ways.join(', ')}: the send to others, and that of another account, takes at most 1.2 times as long`,
  parallel: 'none',
  run: (options) => {
    const { short, size = short ? 1500 : 5000 } = options;
    const domains = faultsOf(ways, troubled);
    const sink = { delayMs: 5, faults: { domains } };
    return inArena(options, { sink, environment: environmentOf(setup) }, async (arena) => {
      await arena.lay(size);
      const small = await smallSends(arena);
      await arena.startWorkers(1);
      const measure = () => timesOf(arena, size, small);
      await measure();
      const contacts = await spread(arena, size, troubled);
      const without: Times[] = [];
      const during: Times[] = [];
      // In turns, because the machine may become faster or slower meanwhile.
      for (let round = 0; round < ROUNDS; round += 1) {
        await setAddresses(contacts, (at) => addressOf(2_000_000 + at));
        without.push(await measure());
        await setAddresses(contacts, (at) => `someone@${domainOf(at)}`);
        during.push(await measure());
      }
      const times = (of: (one: Times) => number): number =>
        Math.round(100 * median(during.map((one, round) => of(one) / of(without[round]!)))) / 100;
      const [own, other] = [times(({ own }) => own), times(({ other }) => other)];
      const broken: string[] = [];
      for (const [what, found] of [
        ['the others', own],
        ['the other account', other],
      ] as const) {
        if (!short && found > TIMES_WITHOUT) broken.push(`${what} took ${found} times as long`);
      }
      const booked = () =>
        rows(Delivery).countDocuments({
          email_norm: { $regex: '@trouble' },
          attempts: { $gte: 1 },
          rule: { $regex: '^own-' },
        });
      await until(
        async () => (await booked()) >= Object.values(domains).filter((way) => WAYS.includes(way)).length,
        'the troubled mails to have an attempt',
        TIMEOUT_MS * 1.5,
      ).catch((error: Error) => broken.push(error.message));
      return {
        faults: ways.join(', '),
        recipients: size,
        lost: 0,
        doubled: 0,
        bound: 0,
        broken,
        figures: {
          own_times: own,
          other_times: other,
          own_without_s: without.map(({ own }) => own).join(', '),
          own_during_s: during.map(({ own }) => own).join(', '),
          other_without_s: without.map(({ other }) => other).join(', '),
          other_during_s: during.map(({ other }) => other).join(', '),
        },
      };
    });
  },
});

/** Seconds after the time to give up: the last attempts, and the end of the mailing. */
const ENDING_S = 60;
const EACH = 3;

/** All ways at once: each row ends, and no mail is sent more often than twice. */
const troubleEnds: Scenario = {
  name: 'trouble-ends',
  claim: 'a server that misbehaves in all ways: the send ends within GIVE_UP_HOURS, others get their mail',
  run: (options) => {
    const { short, size = short ? 600 : 3000 } = options;
    const hours = short ? 0.01 : 0.02;
    const domains = faultsOf([...WAYS, ...OTHER_WAYS], EACH * (WAYS.length + OTHER_WAYS.length));
    const environment = { ...environmentOf(setup), SMTP_TIMEOUT_MS: '3000', GIVE_UP_HOURS: String(hours) };
    const sink = { delayMs: 5, faults: { domains } };
    return inArena(options, { sink, environment, hasten: short }, async (arena) => {
      await arena.lay(size);
      const troubled = Object.keys(domains);
      const contacts = await spread(arena, size, troubled.length);
      await setAddresses(contacts, (at) => `someone@${domainOf(at)}`);
      await arena.startWorkers(2);
      const began = performance.now();
      const utr = await arena.send();
      await arena.completed(utr, hours * 3600 + ENDING_S);
      const took = seconds(performance.now() - began);
      const verdict = await judgeSend(arena, setup, { utr });
      const broken = [...verdict.broken];
      const { states } = verdict;
      const inDoubt = Object.values(domains).filter((way) => way === 'a lost line after the dot').length;
      for (const [state, expected] of [
        ['accepted', size - troubled.length],
        ['bounced', troubled.length - inDoubt],
        ['in_doubt', inDoubt],
      ] as const)
        if (states[state] !== expected) broken.push(`${states[state] ?? 0} are ${state}, not ${expected}`);
      const copies = (await arena.copies()).filter(({ to }) => to.includes('@trouble'));
      if (copies.length > 2 * inDoubt) broken.push(`${copies.length} copies of ${inDoubt} mails in doubt`);
      return {
        ...verdict,
        broken,
        faults: `${troubled.length} recipients`,
        figures: { took_s: took, give_up_s: hours * 3600, copies_in_doubt: copies.length },
      };
    });
  },
};

export const troubledRecipients: readonly Scenario[] = [
  scenarioOf('trouble-recipients', ['a lost line at RCPT', 'nonsense at RCPT']),
  scenarioOf('trouble-recipients-silent', ['silence at RCPT']),
  scenarioOf('trouble-recipients-all', [...WAYS, ...OTHER_WAYS], WAYS.length + OTHER_WAYS.length),
  troubleEnds,
];

const faultsOf = (ways: readonly DomainFault[], count: number): Record<string, DomainFault> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [domainOf(at), ways[at % ways.length]!]));

/** Contacts of the arena's account at even distances. */
async function spread(arena: Arena, size: number, troubled: number): Promise<number[]> {
  const found = await rows(Contact)
    .find({ contact_type_id: 1, user_id: arena.stack.keys.user_id })
    .sort({ _id: 1 })
    .project<{ _id: number }>({ _id: 1 })
    .toArray();
  return Array.from({ length: troubled }, (_, at) => found[Math.floor(((at + 0.5) * size) / troubled)]!._id);
}

async function setAddresses(contacts: readonly number[], addressOf: (at: number) => string): Promise<void> {
  for (const [at, _id] of contacts.entries()) {
    const email = addressOf(at);
    await rows(Contact).updateOne({ _id }, { $set: { email, email_norm: email } });
  }
}

/** Seconds: of the send to the others, and of a send of another account meanwhile and after it, as a median. */
interface Times {
  readonly own: number;
  readonly other: number;
}

const seconds = (ms: number): number => Math.round(ms / 10) / 100;

async function timesOf(arena: Arena, size: number, small: () => Promise<number>): Promise<Times> {
  const before = (await arena.copies()).length;
  const began = Date.now();
  const utr = await arena.send();
  const mailing = await arena.mailing(utr);
  const smalls: number[] = [];
  for (let at = 0; at < TIMES; at += 1) smalls.push(await small());
  const others =
    size - (await rows(Delivery).countDocuments({ mailing, email_norm: { $regex: '@trouble' } }));
  const own = async () => (await arena.copies()).slice(before).filter(({ to }) => to.startsWith('person.'));
  const copies = await until(
    async () => {
      const found = await own();
      return found.length >= others + TIMES * SMALL && found;
    },
    'the mails to others',
    LONGEST * 1000,
  ).catch(() => null);
  await arena.stack.call(`/single-send/cancel?utr=${utr}`, {}).catch(() => {});
  const large = copies?.filter(({ to }) => !isSmall(to)) ?? [];
  const last = large.reduce((latest, { at }) => Math.max(latest, at), 0);
  return { own: copies ? seconds(last - began) : LONGEST, other: median(smalls) };
}

/** Another account with a hundred contacts; answers how long a send to them takes, in seconds. */
async function smallSends(arena: Arena): Promise<() => Promise<number>> {
  const { call, senderId, userId } = await createOtherAccount(arena);
  await call('/unsubscribes-groups/save', { group_name: 'News', description: 'News', is_display: 1 });
  const { _id: group } = (await rows(UnsubscribeGroup).findOne({ user_id: userId }))!;
  await call('/contacts-type/add', { name: 'Few' });
  const { _id: type } = (await rows(ContactType).findOne({ user_id: userId }))!;
  await fillContacts(userId, SMALL, type, OTHERS_FROM);
  return async () => {
    const began = performance.now();
    const { message } = await call('/single/send/create', {
      template_id: 1,
      template_html: '<p>Hello</p>',
      sender_id: senderId,
      unsubscribe_group_id: group,
      single_send_name: 'Few',
      subject: 'News',
      preheader: 'News',
      recipient_id: [`contacts_${type}`],
      schedule_type: 0,
    });
    const { utr } = message as { utr: string };
    const status = async () => {
      const { message } = await call(`/single-send/details?utr=${utr}`);
      return (message as { singleSend: [{ status: number }] }).singleSend[0].status;
    };
    await until(async () => (await status()) === 3, 'the small send to complete', LONGEST * 1000).catch(
      () => {},
    );
    return seconds(performance.now() - began);
  };
}
