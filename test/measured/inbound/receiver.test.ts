import { expect } from 'chai';
import { returnPathOf } from '../../../common/domain/token-addresses.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import { mailAddresses } from '../../../inbound/mail-addresses.ts';
import { ownTime } from '../../support/own-time.ts';

const key = tokenKey(['a secret of these addresses, of 32 long']);
const returnPath = returnPathOf({ account: 42, id: 7 }, 1, key, 'bounces.example');

describe('the search for addresses in a mail', () => {
  for (const piece of ['to:', 'b-', '\r\n ', `b-${'a'.repeat(48)}`, `${returnPath} `])
    it(`takes a second of CPU in a megabyte of ${JSON.stringify(piece.slice(0, 10))}`, async () => {
      const raw = Buffer.from(piece.repeat(2 ** 20 / piece.length));
      expect(await ownTime(() => mailAddresses(raw), 1)).to.be.below(1000);
    });
});
