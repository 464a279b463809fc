import { expect } from 'chai';
import { messageIdOf, readMessageId } from '../../../common/domain/message-ids.ts';
import { returnPathOf, unsubscribeAddressOf } from '../../../common/domain/token-addresses.ts';
import { signToken, tokenKey } from '../../../common/domain/tokens.ts';
import { reportedMail } from '../../../inbound/clues.ts';
import { mailAddresses } from '../../../inbound/mail-addresses.ts';
import { oneLine } from '../../../inbound/one-line.ts';

const SECRETS = ['the newest secret of these clues, 32 long', 'an older secret of these clues, of 32 long'];
const key = tokenKey(SECRETS);
const older = tokenKey(SECRETS[1]!);
const idOf = (delivery: number, secret = SECRETS[0]!) =>
  messageIdOf({ account: 42, id: delivery }, secret, 'mail.example');
const pathOf = (delivery: number, attempt = 1) =>
  returnPathOf({ account: 42, id: delivery }, attempt, key, 'bounces.example');

describe('a Message-ID', () => {
  it('names its delivery, with or without brackets, whichever of our secrets made it', () => {
    for (const id of [
      idOf(42),
      `<${idOf(42)}>`,
      idOf(42, SECRETS[1]),
      idOf(42).replace('mail.example', 'old.example'),
    ])
      expect(readMessageId(id, key), id).to.deep.equal({ account: 42, id: 42, second: 0 });
  });

  it('names nothing when it is not ours', () => {
    const flipped = idOf(42).replace(/^.{12}./, (text) => text.slice(0, 12) + (text[12] === 'A' ? 'B' : 'A'));
    for (const id of [
      flipped,
      idOf(42, 'a secret that we do not have, 32 long!!'),
      '<x@y>',
      '',
      'a'.repeat(36),
      `x${idOf(42)}`,
    ])
      expect(readMessageId(id, key), id).to.equal(null);
  });
});

describe('the search for the mail of a report', () => {
  it('finds the mail by return path, or by Message-ID', () => {
    expect(reportedMail({ returnPaths: [pathOf(7, 3)], messageIds: [] }, key)).to.deep.equal({
      account: 42,
      delivery: 7,
      attempt: 3,
    });
    expect(reportedMail({ returnPaths: [], messageIds: ['x@y', idOf(7)] }, key)).to.deep.equal({
      account: 42,
      delivery: 7,
      attempt: null,
    });
    expect(
      reportedMail({ returnPaths: [pathOf(7, 2), 'ann@x.example'], messageIds: [idOf(7)] }, key),
    ).to.deep.equal({
      account: 42,
      delivery: 7,
      attempt: 2,
    });
  });

  it('takes the first clue that is ours: return path, Message-ID, List-Unsubscribe, id of a provider', () => {
    const known = new Map([['id-10', { account: 42, id: 10 }]]);
    const token = signToken(key, 'unsubscribe', { account: 42, id: 9 });
    const all = {
      returnPaths: [pathOf(7)],
      messageIds: [idOf(8)],
      unsubscribes: [token],
      providerIds: ['id-10'],
    };
    const deliveries = [
      all,
      { ...all, returnPaths: ['ann@x.example'] },
      { ...all, returnPaths: [], messageIds: ['x@y'] },
      {
        ...all,
        returnPaths: [],
        messageIds: [],
        unsubscribes: [signToken(older, 'open', { account: 42, id: 9 })],
      },
    ].map((clues) => reportedMail(clues, key, known)?.delivery);
    expect(deliveries).to.deep.equal([7, 8, 9, 10]);
    expect(reportedMail({ returnPaths: [pathOf(7, 2), pathOf(8)], messageIds: [] }, key)).to.deep.equal({
      account: 42,
      delivery: 7,
      attempt: 2,
    });
  });

  it('finds nothing by foreign or forged clues', () => {
    expect(reportedMail({ returnPaths: ['ann@x.example'], messageIds: ['x@y'] }, key)).to.equal(null);
    expect(reportedMail({ returnPaths: [pathOf(7)], messageIds: [] }, older)).to.equal(null);
  });
});

describe('the search for addresses in a mail', () => {
  const unsubscribe = unsubscribeAddressOf({ account: 42, id: 9 }, key, 'bounces.example');

  it('finds those to which the mail went, and return paths wherever they stand', () => {
    const raw = [
      'Received: from mx.example',
      'Delivered-To:',
      ` ${pathOf(7).toUpperCase()}`,
      'To: Somebody <any@example.com>,',
      `\t<${unsubscribe}>`,
      '',
      `Return-Path: <${pathOf(8)}>`,
    ].join('\r\n');
    expect(mailAddresses(Buffer.from(raw))).to.deep.equal({
      returnPaths: [pathOf(7), pathOf(8)],
      unsubscribes: [unsubscribe],
    });
  });

  it('ignores links to unsubscribe in the header of a returned mail', () => {
    const raw = `To: <${pathOf(7)}>\n\nTo: <${unsubscribe}>\nList-Unsubscribe: <mailto:${unsubscribe}>\n`;
    expect(mailAddresses(Buffer.from(raw)).unsubscribes).to.deep.equal([]);
    expect(
      mailAddresses(Buffer.from(`List-Unsubscribe: <mailto:${unsubscribe}>\n\n`)).unsubscribes,
    ).to.deep.equal([]);
  });
});

describe('a reply in the ledger', () => {
  it('stands on one line of bounded length', () => {
    expect(oneLine('550 5.1.1\r\n no\u0000such \u202euser\t')).to.equal('550 5.1.1 no such user');
    expect(oneLine('x'.repeat(10_000))).to.have.length(500);
    for (const odd of [undefined, null, 5, {}]) expect(oneLine(odd)).to.equal('');
  });
});
