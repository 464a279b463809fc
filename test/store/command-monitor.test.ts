import { expect } from 'chai';
import { Contact } from '../../common/models/contacts.ts';
import { connectMongo, disconnectMongo } from '../../common/store/connection.ts';
import { seenCommands } from '../support/command-monitor.ts';
import { rows } from '../support/rows.ts';
import { keptMongodbUrl } from '../support/services.ts';

describe('the monitor of MongoDB commands', () => {
  before(async () => {
    await connectMongo(await keptMongodbUrl('command-monitor'));
  });
  after(() => disconnectMongo());

  it('notes a command without an account, and its caller', async () => {
    await rows(Contact).find({ first_name: 'Ada' }).toArray();
    const seen = seenCommands().filter((words) => words.includes('first_name'));
    expect(seen).to.have.length(1);
    expect(seen[0]).to.include('contacts').and.to.include('caller test/store/command-monitor.test.ts');
  });
});
