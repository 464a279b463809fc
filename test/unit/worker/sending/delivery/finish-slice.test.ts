import { expect } from 'chai';
import { RowsAside } from '../../../../../worker/sending/delivery/aside.ts';
import { finish } from '../../../../../worker/sending/delivery/finish-slice.ts';
import type { OpenRow } from '../../../../../worker/sending/delivery/open-rows.ts';
import type { Slice } from '../../../../../worker/sending/delivery/slice.ts';
import { Domains } from '../../../../../worker/sending/pace/domains.ts';

describe('a slice whose end fails', () => {
  it('no longer counts its rows as waiting for their domain', async () => {
    const domains = new Domains({ servers: [{ name: 'relay:25', connections: 10 }], store: null });
    const domain = domains.of('x.example');
    const aside = new RowsAside(domains);
    aside.add({ _id: 1 } as OpenRow, domain);
    const slice = {
      known: { places: { key: 'k', count: 0 } },
      recorder: { flush: () => Promise.reject(new Error('not written')) },
      progress: { used: 0 },
      rows: { aside, open: [] },
    } as unknown as Slice;
    const failure = await finish(slice).catch((error: Error) => error.message);
    expect([failure, domain.waiting]).to.deep.equal(['not written', 0]);
  });
});
