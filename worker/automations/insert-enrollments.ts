import type { ClientSession } from 'mongodb';
import { transactionInTurn } from '../../common/changes/account-transactions.ts';
import { takeInsertTurn } from '../../common/changes/bounded-inserts.ts';
import { markEnrollments } from '../../common/changes/enrollment-counts.ts';
import type { AutomationDocument } from '../../common/models/automations.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import { countedDerivedRows } from '../../common/quotas/rows.ts';
import { insertWithin } from '../../common/store/bulk-insert.ts';
import { ignoringDuplicates, isDuplicateKey } from '../../common/store/connection.ts';

const TRIES = 5;

type Automation = Pick<AutomationDocument, '_id' | 'user_id'>;

/** Stores enrollments that are new. Returns those without room: the account may have `most` rows of segments and automations. */
export async function insertEnrollments(
  automation: Automation,
  enrollments: readonly EnrollmentDocument[],
  most: number,
): Promise<readonly EnrollmentDocument[]> {
  const { _id, user_id } = automation;
  const places = await countedDerivedRows.take(user_id, enrollments.length, most);
  try {
    if (places.isNear) return await insertInTurn(automation, enrollments, most);
    await markEnrollments(user_id, _id, idsOf(enrollments));
    await ignoringDuplicates(Enrollment.of(user_id).insertMany(enrollments, { ordered: false }));
    return [];
  } finally {
    places.release();
  }
}

const idsOf = (enrollments: readonly EnrollmentDocument[]): number[] => enrollments.map(({ _id }) => _id);

/** Near the limit: workers that write rows of the same account do this one after another. */
async function insertInTurn(
  { _id, user_id }: Automation,
  enrollments: readonly EnrollmentDocument[],
  most: number,
): Promise<readonly EnrollmentDocument[]> {
  for (let attempt = 1; ; attempt += 1) {
    let late: readonly EnrollmentDocument[] = [];
    try {
      await transactionInTurn(user_id, async (session) => {
        await takeInsertTurn(user_id, session);
        const room = await countedDerivedRows.roomInTurn(user_id, most);
        const absent = await absentOf({ _id, user_id }, enrollments, session);
        late = absent.slice(room);
        const entering = absent.slice(0, room);
        if (entering.length === 0) return;
        await markEnrollments(user_id, _id, idsOf(entering));
        await insertWithin(session, Enrollment.of(user_id), entering);
      });
      return late;
    } catch (error) {
      // Another worker has enrolled one of them since they were read.
      if (!isDuplicateKey(error) || attempt === TRIES) throw error;
    }
  }
}

/** Those whose address and contact are not enrolled: a transaction ends with the first duplicate. */
async function absentOf(
  { _id: automation_id, user_id }: Automation,
  enrollments: readonly EnrollmentDocument[],
  session: ClientSession,
): Promise<EnrollmentDocument[]> {
  const stored = Enrollment.of(user_id);
  const contacts = enrollments.flatMap(({ contact_id }) => contact_id ?? []);
  // In sequence: a session allows one query at a time.
  const addresses = await stored.distinct(
    'email_norm',
    { automation_id, email_norm: { $in: enrollments.map(({ email_norm }) => email_norm) } },
    { session },
  );
  const ids = await stored.distinct(
    'contact_id',
    { automation_id, contact_id: { $type: 'number', $in: contacts } as never },
    { session },
  );
  const known = new Set<string | number>([...addresses, ...ids.flatMap((id) => id ?? [])]);
  return enrollments.filter(({ email_norm, contact_id }) => {
    const isKnown = known.has(email_norm) || (contact_id !== null && known.has(contact_id));
    known.add(email_norm);
    return !isKnown;
  });
}
