import { expect } from 'chai';
import mongoose from 'mongoose';
import { forgetMarks } from '../../../common/changes/run-counts.ts';
import { setClock } from '../../../common/clock.ts';
import { Automation } from '../../../common/models/automations.ts';
import { ContactCount } from '../../../common/models/contact-counts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { EnrollmentCount } from '../../../common/models/enrollment-counts.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { UnsubscribeCount } from '../../../common/models/unsubscribe-counts.ts';
import { UnsubscribeGroup } from '../../../common/models/unsubscribe-groups.ts';
import { createSeries, join, movableClock, type Series } from '../../support/automations.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { startProfiler } from '../../support/profiler.ts';
import { rows } from '../../support/rows.ts';

/** Counts that are stored with their owner (decision 009). */
describe('a count', () => {
  let engine: Engine;
  let ground: Ground;
  let series: Series;
  let clock: ReturnType<typeof movableClock>;

  before(async () => {
    engine = await startEngine('common-counts', { RATE_CALLS: '0' });
  });
  after(() => engine.stop());
  beforeEach(async () => {
    clock = movableClock();
    ground = await engine.ground();
    series = await createSeries(ground);
    await series.email();
    await series.live();
    await optOut('left@example.com');
    await addContact('ann@example.com');
    await join(ground, ['bob@example.com'], engine.worker);
  });
  afterEach(() => setClock());

  const optOut = (email_address: string) =>
    ground.client.post('/unsubscribes-groups/manually-add', {
      unsubscribe_groups_id: ground.unsubscribe_group_id,
      email_address,
    });
  const addContact = (email: string) =>
    ground.client.post('/contacts/add', { contact_type_id: ground.contact_type_id, email, country: 1 });

  /** The counts that the API shows: contacts of the type, addresses of the group, and the progress of the automation. */
  async function shown(): Promise<number[]> {
    const { client } = ground;
    const [types, groups, automation] = await Promise.all(
      ['/contacts-type', '/unsubscribes-groups', `/automations/progress?utr=${series.utr}`].map(
        async (path) => (await client.get(path)).body.message,
      ),
    );
    return [
      types.contactTypes[0].contacts_count,
      groups.unsubscribesGroups[0].unsubscribe_clients_count,
      automation.progress.waiting,
      automation.progress.left,
    ];
  }

  it('follows each change at once', async () => {
    expect(await shown()).to.deep.equal([2, 1, 1, 0]);
    await optOut('bob@example.com');
    expect(await shown()).to.deep.equal([2, 2, 0, 1]);
    await addContact('cay@example.com');
    const { client, unsubscribe_group_id } = ground;
    const list = await client.get(`/unsubscribes-groups/recipients-list?groupId=${unsubscribe_group_id}`);
    const ids = list.body.message.recipients.map((row: { id: number }) => row.id);
    await client.post('/unsubscribes-groups/recipients-bulk-delete', { strIds: ids });
    expect(await shown()).to.deep.equal([3, 0, 0, 1]);
  });

  it('needs no counting when its mark is ten seconds old', async () => {
    const asked = async (): Promise<string[]> => {
      const profiler = await startProfiler();
      expect(await shown()).to.deep.equal([2, 1, 1, 0]);
      const plans = await profiler.plans();
      await profiler.stop();
      await mongoose.connection.db!.dropCollection('system.profile');
      const counted = [Enrollment, Suppression, EnrollmentCount, UnsubscribeCount, ContactCount];
      const names = counted.map((model): string => model.name);
      return names.filter((name) => plans.some((plan) => plan.collection === name));
    };
    expect(await asked()).to.include.members(['enrollments', 'suppressions', 'contact_counts']);
    clock.pass(11_000);
    // The last count removes their marks.
    await shown();
    expect(await asked()).to.deep.equal([]);
  });

  it('begins at the first request for an owner without any', async () => {
    // As in a store from before counts existed.
    const ownerless = [ContactCount, UnsubscribeCount, EnrollmentCount];
    await Promise.all(ownerless.map((model) => model.driver.deleteMany({})));
    await rows(ContactType).updateMany({}, { $unset: { contacts: 1, contacts_dirty_at: 1 } });
    await rows(UnsubscribeGroup).updateMany({}, { $unset: { unsubscribes: 1, unsubscribes_dirty_at: 1 } });
    await rows(Automation).updateMany({}, { $unset: { tallies: 1, tallies_dirty_at: 1 } });
    forgetMarks();
    expect(await shown()).to.deep.equal([2, 1, 1, 0]);
    const type = await rows(ContactType).findOne({ _id: ground.contact_type_id });
    expect([type!.contacts, type!.contacts_dirty_at ?? null]).to.deep.equal([2, null]);
    // A mark makes its run be counted again.
    await addContact('cay@example.com');
    await optOut('cay@example.com');
    expect(await shown()).to.deep.equal([3, 2, 1, 0]);
  });
});
