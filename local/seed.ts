import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { addressOf, fillContacts } from '../bench/support/contacts.ts';
import { countAllDetails, fillLedger } from '../bench/support/ledger.ts';
import { markCounts } from '../common/changes/contact-counts.ts';
import { findAccount } from '../common/commands/named-accounts.ts';
import { CommandMisuse, CommandRefusal, runCommand } from '../common/commands/run-command.ts';
import { mailingOfSend } from '../common/domain/mailing-keys.ts';
import { ContactType, newContactType } from '../common/models/contact-types.ts';
import { Contact } from '../common/models/contacts.ts';
import { Mailing, NO_AUDIENCE, newMailing } from '../common/models/mailings.ts';
import { Sender } from '../common/models/senders.ts';
import { NOT_STARTED, SEND_STATUS, SingleSend } from '../common/models/single-sends.ts';
import { UnsubscribeGroup } from '../common/models/unsubscribe-groups.ts';
import { RUN_LENGTH } from '../common/queries/count-by-run.ts';
import { nextId } from '../common/store/ids.ts';

const USAGE = `Usage: npm run seed -- --account ID [--contacts N] [--campaigns N] [--deliveries N]

Fills an account with invented contacts and campaigns, to try the service. The account needs a sender and an
unsubscribe group.

  --contacts N    default: 1,000,000
  --campaigns N   default: 500
  --deliveries N  mails of all campaigns; default: 5,000,000

Example:
  npm run seed -- --account 7 --contacts 10000 --campaigns 20 --deliveries 50000`;

const STANDARD = { contacts: '1000000', campaigns: '500', deliveries: '5000000' } as const;
const DAY_MS = 24 * 3600_000;
const HTML = '<h1>News</h1><p>Hello ((first_name|you)), <a href="https://example.com/1">read on</a>.</p>';

interface Sizes {
  readonly contacts: number;
  readonly campaigns: number;
  readonly deliveries: number;
}

const whole = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new CommandMisuse('--contacts, --campaigns and --deliveries must be whole numbers from 1.');
  return Number(text);
};

await runCommand({
  usage: USAGE,
  read() {
    if (process.env['NODE_ENV'] === 'production')
      throw new CommandRefusal(
        'This command fills an account with invented people. It is refused with NODE_ENV=production.',
      );
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { account: text, contacts: text, campaigns: text, deliveries: text },
    });
    const { account, ...sizes } = { ...STANDARD, ...values };
    if (positionals.length > 0 || account === undefined) throw new CommandMisuse();
    return {
      account,
      contacts: whole(sizes.contacts),
      campaigns: whole(sizes.campaigns),
      deliveries: whole(sizes.deliveries),
    };
  },
  async run({ account, ...sizes }) {
    const { _id: userId } = await findAccount(account);
    const [sender, group] = await Promise.all([
      Sender.of(userId).findOne({ user_id: userId, deleted_at: null }),
      UnsubscribeGroup.of(userId).findOne({ user_id: userId }),
    ]);
    if (!sender || !group)
      throw new CommandRefusal('The account needs a sender and an unsubscribe group. Create them first.');
    const began = Date.now();
    const { type, first } = await layContacts(userId, sizes.contacts);
    console.log(`${sizes.contacts} contacts`);
    const ground = { userId, sender: sender._id, group: group._id, type, first };
    for (let done = 0; done < sizes.campaigns; done += 1) {
      await layCampaign(ground, sizes, done);
      if ((done + 1) % 50 === 0) console.log(`${done + 1} campaigns`);
    }
    console.log(`Filled the account in ${Math.round((Date.now() - began) / 1000)} s.`);
  },
});

async function layContacts(userId: number, count: number): Promise<{ type: number; first: number }> {
  const type = await nextId('contact_types');
  await ContactType.of(userId).insertOne(
    newContactType({ _id: type, user_id: userId, name: 'Everybody' }, new Date()),
  );
  await fillContacts(userId, count, type);
  const idAt = async (order: 1 | -1): Promise<number> =>
    (await Contact.of(userId).find({ contact_type_id: type }).sort({ _id: order }).limit(1).next())!._id;
  const [first, last] = [await idAt(1), await idAt(-1)];
  const runs = Math.ceil((last - first + 1) / RUN_LENGTH) + 1;
  // The next caller counts them.
  await markCounts(
    userId,
    type,
    Array.from({ length: runs }, (_, run) => first + run * RUN_LENGTH),
  );
  return { type, first };
}

interface Ground {
  readonly userId: number;
  readonly sender: number;
  readonly group: number;
  readonly type: number;
  readonly first: number;
}

async function layCampaign(
  { userId, sender, group, type, first }: Ground,
  { contacts, campaigns, deliveries }: Sizes,
  number: number,
): Promise<void> {
  const id = await nextId('single_sends');
  const mailing = mailingOfSend(id);
  const size = Math.max(1, Math.round(deliveries / campaigns));
  const at = new Date(Date.now() - (campaigns - number) * DAY_MS);
  const subject = `News ${number + 1}`;
  const person = (one: number) => {
    const which = (number * size + one) % contacts;
    return { contact_id: first + which, email: addressOf(which) };
  };
  const figures = await fillLedger(mailing, userId, size, 1 / 24, { person, end: at.getTime() });
  const content = {
    from_name: 'News',
    from_email: 'news@example.com',
    reply_to: 'news@example.com',
    sender_address: '',
    subject,
    preheader: '',
    html: HTML,
  };
  const links = [1, 2, 3].map((link) => ({ id: link, url: `https://example.com/${link}` }));
  await Mailing.of(userId).insertOne(
    newMailing(
      {
        _id: mailing,
        user_id: userId,
        single_send_id: id,
        sender_id: sender,
        unsubscribe_group_id: group,
        content,
        links,
        state: 'done',
        figures,
        audience: { ...NO_AUDIENCE, members: size, recipients: size },
        opened_at: at,
        done_at: at,
      },
      at,
    ),
  );
  await SingleSend.of(userId).insertOne({
    ...NOT_STARTED,
    _id: id,
    user_id: userId,
    utr: randomUUID(),
    template_id: 1,
    template_json: null,
    template_html: HTML,
    design_bytes: Buffer.byteLength(HTML),
    sender_id: sender,
    unsubscribe_group_id: group,
    recipient_id: [{ table: 'contacts_', id: type }],
    exclude_specific_recipient_id: [],
    single_send_name: subject,
    subject,
    preheader: '',
    schedule_type: 0,
    schedule_date: '0000-00-00',
    schedule_time: '00:00:00',
    due_at: at,
    status: SEND_STATUS.completed,
    unique_open_token: { [`contacts_${type}`]: randomUUID() },
    sent_at: at,
    completed_at: at,
    created_at: at,
    updated_at: at,
  });
  await countAllDetails({ mailing });
}
