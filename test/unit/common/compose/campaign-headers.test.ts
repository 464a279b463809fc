import { expect } from 'chai';
import { feedbackIdOf, listIdOf } from '../../../../common/compose/campaign-headers.ts';
import { compileMail } from '../../../../common/compose/compile-mail.ts';
import { renderMail } from '../../../../common/compose/render-mail.ts';
import { readUnsubscribeAddress, unsubscribeAddressOf } from '../../../../common/domain/token-addresses.ts';
import { readToken } from '../../../../common/domain/tokens.ts';
import {
  AWKWARD,
  compose,
  faults,
  headersOf,
  KEY,
  recipient,
  source,
} from '../../../support/composed-mails.ts';

const headerOf = (message: Buffer, name: string): string | undefined => new Map(headersOf(message)).get(name);

describe('List-Id', () => {
  const idOf = (name: string): string =>
    /<([^<>]*)>$/.exec(headerOf(compose({ list: listIdOf(7, 3, name, 'mail.example') }), 'list-id')!)![1]!;

  it('names the group, and keeps its id when the group gets another name', () => {
    const message = compose({ list: listIdOf(7, 3, 'News', 'mail.example') });
    expect(headerOf(message, 'list-id')).to.equal('"News" <g7.u3.mail.example>');
    expect(idOf('Other news')).to.equal('g7.u3.mail.example');
    expect(listIdOf(7, 3, '', 'mail.example').id).to.not.equal(listIdOf(8, 3, '', 'mail.example').id);
  });

  it('consists of the id alone for a group without a name', () => {
    expect(headerOf(compose({ list: listIdOf(7, 3, ' \r\n', 'mail.example') }), 'list-id')).to.equal(
      '<g7.u3.mail.example>',
    );
  });

  for (const [what, name] of Object.entries(AWKWARD)) {
    it(`stays one short header with ${what} as the group’s name`, () => {
      const message = compose({ list: listIdOf(7, 3, name, 'mail.example') });
      expect(faults(message)).to.deep.equal([]);
      expect(headersOf(message).filter(([header]) => header === 'list-id')).to.have.lengthOf(1);
      expect(headerOf(message, 'list-id')!.length).to.be.below(1500);
      expect(idOf(name)).to.equal('g7.u3.mail.example');
      expect(headersOf(message).some(([header]) => header === 'bcc')).to.equal(false);
    });
  }

  // RFC 2919, 3: the id is a dot-atom of at most 255 characters.
  const domains: [string, string][] = [
    ['münchen.example', 'g1.u2.xn--mnchen-3ya.example'],
    ['[::1]', 'g1.u2.1'],
    ['127.0.0.1', 'g1.u2.127.0.0.1'],
    ['', 'g1.u2.localhost'],
  ];
  for (const [domain, id] of domains) {
    it(`contains only labels and dots for the domain ${JSON.stringify(domain)}`, () =>
      expect(listIdOf(1, 2, '', domain).id).to.equal(id));
  }

  it('keeps the id to 255 characters, and the name to 80', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const list = listIdOf(most, most, '🎉'.repeat(100_000), `${'a.'.repeat(300)}example`);
    expect(list.id.length).to.be.at.most(255);
    expect(list.id).to.match(/^[\w-]+(\.[\w-]+)+$/);
    expect(Array.from(list.name)).to.have.lengthOf(80);
  });
});

describe('Feedback-ID', () => {
  it('contains four fields and no recipient, and stays the same for all mails of a campaign', () => {
    const id = feedbackIdOf('send-12', 3, 'mail.example');
    expect(id).to.match(/^send-12:u3:single:[a-f0-9]{10}$/);
    expect(feedbackIdOf('send-12', 3, 'mail.example')).to.equal(id);
    expect(feedbackIdOf('email-7', 3, 'mail.example')).to.equal(`email-7:u3:automation:${id.slice(-10)}`);
  });
});

describe('the List-Unsubscribe header', () => {
  const both = { unsubscribeDomain: 'bounce.example' };
  const PLACES =
    /^<https:\/\/mail\.example\/unsubscribe\/([\w-]{40})>, <mailto:(u-[a-z2-7]{48}@bounce\.example)\?subject=unsubscribe>$/;

  it('contains one web address when there is no inbound mail', () => {
    for (const unsubscribeDomain of [undefined, null])
      expect(headerOf(compose({ unsubscribeDomain }), 'list-unsubscribe')).to.not.include('mailto:');
  });

  it('contains in one line the web address and the address of inbound mail, for the same recipient', () => {
    const mail = compileMail(source({ ...both, tracking: true }));
    for (const [deliveryId, contactId, second] of [
      [1, null, 0],
      [4711, undefined, 0],
      [2 ** 31, 12, 12],
      [2 ** 32 + 5, 2 ** 32 - 1, 2 ** 32 - 1],
      [Number.MAX_SAFE_INTEGER, 2 ** 32, 0],
    ] as const) {
      const message = renderMail(
        mail,
        recipient({}, { deliveryId, ...(contactId !== undefined && { contactId }) }),
      );
      expect(faults(message)).to.deep.equal([]);
      expect(message.toString('latin1')).to.match(/^List-Unsubscribe: <https.*>, <mailto:.*>\r$/m);
      const [, token, address] = PLACES.exec(headerOf(message, 'list-unsubscribe')!)!;
      expect(readToken(KEY, 'unsubscribe', token!)).to.deep.equal({ account: 42, id: deliveryId, second });
      expect(address).to.equal(
        unsubscribeAddressOf({ account: 42, id: deliveryId }, KEY, 'bounce.example', second),
      );
      expect(readUnsubscribeAddress(address!.toUpperCase(), KEY)).to.include({ account: 42, id: deliveryId });
      expect(headerOf(message, 'list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
    }
  });

  it('leaves the rest of the mail unchanged', () => {
    const plain = compose({ tracking: true, html: '<a href="https://x.example">x</a>' }).toString('latin1');
    const more = compose({ ...both, tracking: true, html: '<a href="https://x.example">x</a>' });
    expect(more.toString('latin1').replace(/, <mailto:[^>]+>/, '')).to.equal(plain);
  });
});
