import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import {
  DKIM_KINDS,
  type DkimKind,
  SendingDomain,
  type SendingDomainDocument,
} from '../../common/models/sending-domains.ts';
import { countSendingDomains } from '../../common/quotas/sending-domains.ts';
import { isDuplicateKey } from '../../common/store/connection.ts';
import { nextId } from '../../common/store/ids.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalidField, quotaReached } from '../http/failures.ts';
import { byId, refuse, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, required, stated } from '../http/typed-input.ts';
import { presentDetailedSendingDomain, presentSendingDomain } from '../present/sending-domains.ts';
import { dnsRecordsOf } from '../services/dns/domain-records.ts';
import { DOMAIN_MAX, parseSendingDomain } from '../services/domain/sending-domain-input.ts';

const HINT =
  'Write a domain that people can register, or one below it, such as shop.example or news.shop.example';

const domain = stated(
  text({ max: DOMAIN_MAX }).custom(
    (given: string, helpers) => parseSendingDomain(given) ?? refuse(helpers, texts.format, HINT),
  ),
  { type: 'string', maxLength: DOMAIN_MAX },
);

const find = (userId: number, id: number): Promise<SendingDomainDocument | null> =>
  SendingDomain.of(userId).findOne({ _id: id });

const recordsFor = (found: SendingDomainDocument, { bounceDomain }: Pick<Config, 'bounceDomain'>) =>
  dnsRecordsOf(found, bounceDomain);

export const sendingDomains = endpoints({
  sendingDomainList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: SendingDomain.of(account.id),
        filter: {},
        // The index is by domain, and an account has few.
        index: null,
        fields: { keys: 0, 'check.records': 0 },
        present: (page) => page.map(presentSendingDomain),
      }),
  },

  sendingDomainSave: {
    input: inputs({ domain: required(domain) }),
    async run({ domain }, account, { domains, signal }) {
      const of = { user_id: account.id, domain };
      const taken = () => invalidField('domain', texts.taken('domain'));
      // Checked before the slow creation of keys.
      if (await SendingDomain.of(account.id).findOne(of, { projection: { _id: 1 } })) throw taken();
      const most = account.quotas.sending_domains;
      if (most > 0 && (await countSendingDomains(account.id)) >= most) throw quotaReached('sending_domains');
      const _id = await nextId('sending_domains');
      const keys = await domains.makeKeys(of, signal);
      const at = now();
      const made: SendingDomainDocument = {
        _id,
        ...of,
        keys,
        proven: [],
        check: null,
        created_at: at,
        updated_at: at,
      };
      try {
        if (!(await insertBounded({ rows: SendingDomain.of(account.id), most }, made)))
          throw quotaReached('sending_domains');
      } catch (error) {
        if (isDuplicateKey(error)) throw taken();
        throw error;
      }
      return { id: _id };
    },
  },

  sendingDomainDetails: {
    input: byId,
    async run({ id }, account, { config, domains, signal }) {
      const found = await find(account.id, id);
      if (!found) return null;
      const records = recordsFor(found, config);
      return presentDetailedSendingDomain(found, records, await domains.look(account.id, records, signal));
    },
  },

  sendingDomainCheck: {
    input: byId,
    async run({ id }, account, { config, domains, signal }) {
      const before = await find(account.id, id);
      if (!before) return null;
      const records = recordsFor(before, config);
      const at = now();
      const findings = await domains.look(account.id, records, signal);
      const proven = DKIM_KINDS.filter((kind) => isProven(findings[`dkim_${kind}`]?.status, kind, before));
      const found = await SendingDomain.of(account.id).findOneAndUpdate(
        // An older, slower check does not overwrite this one.
        { _id: id, $or: [{ check: null }, { 'check.at': { $lte: at } }] },
        { $set: { proven, check: { at, records: findings }, updated_at: now() } },
        { returnDocument: 'after' },
      );
      const there = found ?? (await find(account.id, id));
      return there && presentDetailedSendingDomain(there, records, there.check?.records ?? findings);
    },
  },

  sendingDomainDelete: {
    input: byId,
    run: ({ id }, account) => SendingDomain.of(account.id).findOneAndDelete({ _id: id }),
  },
});

/** Whether a key may sign. Without an answer of the DNS, the earlier result stays. */
const isProven = (status: string | undefined, kind: DkimKind, before: SendingDomainDocument): boolean =>
  status === 'unknown' ? before.proven.includes(kind) : status === 'ok';
