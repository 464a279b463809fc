import { expect } from 'chai';
import { Contact } from '../../../../../common/models/contacts.ts';
import { Erasure } from '../../../../../common/models/erasures.ts';
import eraseAddresses from '../../../../../worker/lifecycle/jobs/erase-addresses.ts';
import { type Engine, startEngine } from '../../../../support/engine.ts';
import type { Ground } from '../../../../support/factories.ts';
import { rows } from '../../../../support/rows.ts';
import { addContacts } from '../../../../support/world.ts';

describe('erase-addresses, where each turn is over at once', () => {
  let engine: Engine;
  let ground: Ground;
  before(async () => {
    engine = await startEngine('erase-addresses');
    ground = await engine.ground();
    await addContacts(ground, ['one@x.example', 'two@x.example'], { address_line1: 'c/o two@x.example' });
  });
  after(() => engine.stop());

  const erase = (email: string) => ground.client.post('/contacts/erase', { email });
  const passes = async () =>
    (await rows(Erasure).find().sort({ due_at: 1 }).toArray()).map(({ pass }) => pass);
  const turn = () =>
    eraseAddresses.run(
      { userId: ground.client.user_id },
      { ...engine.worker, stopping: AbortSignal.abort() },
    );
  const naming = (email: string) =>
    rows(Contact).countDocuments({ user_id: ground.client.user_id, address_line1: `c/o ${email}` });

  it('continues with the step where the turn before it ended', async () => {
    await erase('one@x.example');
    expect(await turn()).to.equal('more');
    expect(await passes()).to.deep.equal([{ step: 1, after: null }]);
    expect(await turn()).to.equal('more');
    expect(await passes()).to.deep.equal([{ step: 2, after: null }]);
  });

  it('begins with a further address when the pass is complete', async () => {
    await erase('two@x.example');
    let turns = 0;
    while ((await turn()) === 'more') turns += 1;
    expect(turns).to.be.above(12);
    expect(await passes()).to.deep.equal([undefined, undefined]);
    expect(await naming('two@x.example')).to.equal(0);
    expect(await rows(Contact).countDocuments({ email: /@x\.example$/ })).to.equal(0);
  });

  it('begins again for an address that is requested again', async () => {
    await rows(Erasure).updateMany({}, { $set: { due_at: null } });
    await erase('one@x.example');
    expect(await turn()).to.equal('more');
    await erase('one@x.example');
    expect((await passes()).filter(Boolean)).to.deep.equal([]);
  });
});
