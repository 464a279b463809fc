import { AuditEntry } from '../../common/models/audit-entries.ts';
import { endpoints } from '../http/endpoint.ts';
import { integer } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, optional } from '../http/typed-input.ts';
import { presentAuditEntry } from '../present/audit.ts';
import { firstOfLatest, last } from './latest.ts';

export const audit = endpoints({
  auditList: {
    input: inputs({
      before_id: optional(integer())
        .description('Only entries with a smaller id, for the previous page.')
        .example(1204),
      last,
    }),
    async run({ before_id, last: wanted }, { id: user_id }) {
      const filter = {
        _id: { $lt: before_id ?? Number.MAX_SAFE_INTEGER },
      };
      const first = await firstOfLatest(AuditEntry.of(user_id), filter, wanted);
      return listing({
        model: AuditEntry.of(user_id),
        filter: { $and: [filter, { _id: { $gte: first } }] },
        present: (page) => page.map(presentAuditEntry),
      });
    },
  },
});
