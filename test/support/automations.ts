import { expect } from 'chai';
import type { presentAutomationProgress } from '../../api/present/automation-progress.ts';
import { now, setClock } from '../../common/clock.ts';
import { audienceRefText } from '../../common/domain/audience-refs.ts';
import { mailingOfEmail } from '../../common/domain/mailing-keys.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import { Automation, type AutomationDocument } from '../../common/models/automations.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Delivery, type DeliveryDocument } from '../../common/models/deliveries.ts';
import { Enrollment, type EnrollmentDocument } from '../../common/models/enrollments.ts';
import type { EnrollingWorker } from '../../worker/automations/enroll.ts';
import { enterJoined } from '../../worker/automations/enter.ts';
import type { Answer } from './api.ts';
import type { Ground } from './factories.ts';
import { rows } from './rows.ts';
import { addContacts } from './world.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A running clock that tests can move forward. */
export function movableClock(start = Date.now()) {
  let offset = start - Date.now();
  setClock(() => Date.now() + offset);
  return {
    pass(milliseconds: number): void {
      offset += milliseconds;
    },
    offset: (): number => offset,
  };
}

type ShownProgress = ReturnType<typeof presentAutomationProgress>;

/** An automation that is tested, with its parts in the database. */
export interface Series {
  id: number;
  utr: string;
  document(): Promise<AutomationDocument>;
  /** Adds an email; returns its id and utr. */
  email(fields?: Readonly<Record<string, unknown>>): Promise<{ id: number; utr: string; mailing: string }>;
  live(): Promise<void>;
  pause(): Promise<void>;
  /** The progress that the API shows; it must agree with the enrollments. */
  progress(): Promise<ShownProgress>;
  enrollments(): Promise<EnrollmentDocument[]>;
  /** The enrollment of an address. */
  enrollment(email_norm: string): Promise<EnrollmentDocument>;
  /** All rows of the ledger, in the order in which they were written. */
  ledger(): Promise<DeliveryDocument[]>;
}

const succeed = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

/** Creates an automation for the contact type of `ground` through the API. */
export async function createSeries(
  ground: Ground,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Series> {
  const { client, contact_type_id, unsubscribe_group_id } = ground;
  const { id, utr }: { id: number; utr: string } = succeed(
    await client.post('/automations/create', {
      type: 'welcome',
      automation_for: `contacts_${contact_type_id}`,
      automation_name: 'Series',
      unsubscribe_group_id,
      ...fields,
    }),
  );
  return {
    id,
    utr,
    async email(changes = {}) {
      const made = succeed(await client.post('/automations/schedule/create', anEmail(ground, utr, changes)));
      return { id: made.id, utr: made.utr, mailing: mailingOfEmail(made.id) };
    },
    live: async () => succeed(await client.get(`/automations/set-live?utr=${utr}`)),
    pause: async () => succeed(await client.get(`/automations/pause?utr=${utr}`)),
    progress: () =>
      agreed(id, async () => succeed(await client.get(`/automations/progress?utr=${utr}`)).message.progress),
    ...storedSeries(id),
  };
}

/** The inputs of an email of an automation, without a wait. */
const anEmail = ({ sender_id }: Ground, utr: string, fields: Readonly<Record<string, unknown>>) => ({
  utr,
  sender_id,
  subject: 'Hello',
  waiting_type: 'instantly',
  waiting_period: 1,
  template_id: 1,
  preview_img: 'welcome.png',
  template_html: '<p>Hello ((first_name))</p>',
  ...fields,
});

/** The progress, which must agree with the enrollments of before or after its call: a worker may end one meanwhile. */
async function agreed(automation_id: number, read: () => Promise<ShownProgress>): Promise<ShownProgress> {
  const before = await storedProgress(automation_id);
  const progress = await read();
  const { entered, waiting, done, left } = progress;
  const after = await storedProgress(automation_id);
  expect([before, after]).to.deep.include({ entered, waiting, done, left });
  return progress;
}

async function storedProgress(automation_id: number) {
  const all = await rows(Enrollment)
    .find({ user_id: { $gt: 0 }, automation_id })
    .toArray();
  const stand = (state: string): number => all.filter((one) => one.state === state).length;
  return { entered: all.length, waiting: stand('waiting'), done: stand('done'), left: stand('left') };
}

/** An automation in the database. */
const storedSeries = (
  automation_id: number,
): Pick<Series, 'document' | 'enrollments' | 'enrollment' | 'ledger'> => ({
  document: async () => (await rows(Automation).findOne({ _id: automation_id }))!,
  enrollments: () =>
    rows(Enrollment)
      .find({ user_id: { $gt: 0 }, automation_id })
      .sort({ _id: 1 })
      .toArray(),
  enrollment: async (email_norm) =>
    (await rows(Enrollment).findOne({ user_id: { $gt: 0 }, automation_id, email_norm }))!,
  async ledger() {
    const emails = await rows(AutomationSchedule).distinct('_id', { automation_id });
    const written = rows(Delivery).find({ mailing: { $in: emails.map(mailingOfEmail) } });
    return written.sort({ _id: 1 }).toArray();
  },
});

/** Adds contacts to the contact type of `ground`, and notes them as changed. */
export async function join(
  ground: Ground,
  addresses: readonly string[],
  worker: EnrollingWorker,
  joined = now(),
): Promise<void> {
  await addContacts(ground, addresses, { created_at: joined, updated_at: joined });
  await enter(ground, addresses, worker, joined);
}

/** Tells the automations of contacts that joined the contact type of `ground`, as a worker that saw the change does. */
export async function enter(
  ground: Ground,
  addresses: readonly string[],
  worker: EnrollingWorker,
  joined = now(),
): Promise<void> {
  const members = await rows(Contact)
    .find({
      contact_type_id: ground.contact_type_id,
      email: { $in: [...addresses] },
      deleted_at: null,
    })
    .toArray();
  await enterJoined(
    audienceRefText({ table: 'contacts_', id: ground.contact_type_id }),
    ground.client.user_id,
    members.map(({ _id, email, email_norm }) => ({
      _id,
      contact_id: _id,
      segment_recipient_id: null,
      email,
      email_norm,
      joined_at: joined,
    })),
    worker,
  );
}
