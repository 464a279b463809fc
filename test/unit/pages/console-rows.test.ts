import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import { ROOT } from '../../../local/servers.mjs';

const SOURCES = join(ROOT, 'console/src');
const rows = Object.entries(contract as Readonly<Record<string, ContractRow>>);

/** Calls that the console does not make, and why. */
const LEFT_OUT: Readonly<Partial<Record<keyof typeof contract, string>>> = {
  contactTypeView: 'The list of audiences says the same.',
  senderDetails: 'The list of senders says the same.',
  mediaDetails: 'The list of images says the same.',
  unsubscribeGroupDetails: 'The list of subscription types says the same.',
  singleSendList: 'It has the templates; `single-send/overview` has what lists show.',
  contactUploadCsv: '`contacts/upload` takes more kinds of files.',
  moveReceipt: 'The move itself has the numbers of its receipt.',
  contactErasure: 'An erasure ends soon, and the person is in no list from its beginning.',
  templateConvert: 'Moves convert templates. The check names placeholders of other services.',
  messageSend: 'Programs send single messages; a person sends tests.',
  messageSendMany: 'Programs send single messages; a person sends tests.',
  messageDoubtList: 'The list of messages has the state `in_doubt`.',
  singleSendBulkDelete: 'Campaigns are deleted one by one, with a way back.',
  automationBulkDelete: 'Automations are deleted one by one, with a way back.',
  notificationRecipientBulkDelete: 'An account has a few of them.',
};

describe('the rows of the contract', () => {
  const source = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('texts'))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .join('\n');
  const isCalled = ([name, { path }]: (typeof rows)[number]): boolean =>
    new RegExp(`\\bapi\\s*\\.${name}\\b`).test(source) || source.includes(`'${path}'`);

  it('are called by the console, unless a reason says why not', () => {
    const missing = rows.filter((row) => !isCalled(row) && !Object.hasOwn(LEFT_OUT, row[0]));
    expect(missing.map(([name]) => name)).to.deep.equal([]);
  });

  it('have a reason only where they exist and are not called', () => {
    const needless = Object.keys(LEFT_OUT).filter((name) => {
      const row = rows.find(([one]) => one === name);
      return !row || isCalled(row);
    });
    expect(needless).to.deep.equal([]);
  });
});
