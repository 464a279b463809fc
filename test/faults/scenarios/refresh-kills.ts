import { ContactChanges } from '../../../common/models/contact-changes.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { Segment } from '../../../common/models/segments.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import type { Arena } from '../support/arena.ts';
import type { JobFault } from '../support/faults-during-jobs.ts';
import { runOutLeases } from '../support/leases.ts';

/** Contacts whose postal code ends in a certain digit are in the segment. */
const RULE = {
  select_field: ['postal_code'],
  select_operator: ['ends with'],
  value: ['7'],
  query_type: 'and',
};

/** Workers die while a rule is walked and while contacts change. Afterwards the rows are those that the rule matches. */
export const refreshKills: JobFault = {
  name: 'refresh-kills',
  claim: 'workers die in the refresh of a segment: its rows and count are what the rule matches, once each',
  sizes: { short: 12_000, full: 50_000 },
  async breakIt({ arena, contactTypeId, size, short }) {
    const kills = short ? 2 : 10;
    await arena.stack.call('/segment/store', {
      segment_name: 'Sevens',
      contact_type_id: contactTypeId,
      ...RULE,
    });
    for (let kill = 0; kill < kills; kill += 1) {
      // Contacts enter and leave, during the walk and after it.
      await changeSome(arena, contactTypeId, size);
      const victim = arena.stack.startWorker({
        FAILPOINTS: `mid-refresh@${arena.random.integer(1, Math.max(1, Math.floor(size / 20_000)))}`,
      });
      await arena.died(victim);
      await runOutLeases('now');
    }
    await arena.startWorkers(1);
    await until(
      async () => {
        const [segment, waiting] = await Promise.all([
          rows(Segment).findOne({ _id: 1 }),
          rows(ContactChanges).countDocuments({}),
        ]);
        return segment?.walk === null && waiting === 0;
      },
      'the segment to be up to date',
      120_000,
    );
    return { ...(await judge(contactTypeId)), faults: `${kills} deaths` };
  },
};

async function changeSome({ stack, random }: Arena, contactTypeId: number, size: number): Promise<void> {
  const first = (await rows(Contact)
    .find({ contact_type_id: contactTypeId })
    .sort({ _id: 1 })
    .limit(1)
    .next())!;
  for (const digit of [7, 8]) {
    const contact = (await rows(Contact).findOne({ _id: first._id + random.integer(0, size - 1) }))!;
    const { first_name, last_name, email } = contact;
    await stack.call('/contacts/update', {
      contact_id: contact._id,
      contact_type_id: contactTypeId,
      first_name,
      last_name,
      email,
      country: 1,
      postal_code: `5000${digit}`,
    });
  }
}

async function judge(contactTypeId: number) {
  const matching = await rows(Contact).distinct('_id', {
    contact_type_id: contactTypeId,
    postal_code: /7$/,
    deleted_at: null,
  });
  const found = await rows(SegmentRecipient).find({ segment_id: 1 }).toArray();
  const inRows = new Set(found.map((row) => row.contact_id));
  const segment = (await rows(Segment).findOne({ _id: 1 }))!;
  const broken: string[] = [];
  const extra = [...inRows].filter((id) => !matching.includes(id!)).length;
  if (extra > 0) broken.push(`${extra} rows that the rule does not match`);
  const { segment_emails_count: count } = segment;
  if (count !== matching.length) broken.push(`its count is ${count}, and ${matching.length} match`);
  return {
    recipients: matching.length,
    lost: matching.filter((id) => !inRows.has(id)).length,
    doubled: found.length - inRows.size,
    bound: 0,
    broken,
    figures: {},
  };
}
