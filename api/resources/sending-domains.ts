import { isDeepStrictEqual } from 'node:util';
import { insertBounded } from '../../common/changes/bounded-inserts.ts';
import { now, nowAfter } from '../../common/clock.ts';
import type { Config } from '../../common/config.ts';
import { asciiDomain } from '../../common/domain/addresses.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { StoredDomainReport } from '../../common/models/domain-reports.ts';
import {
  DKIM_KINDS,
  type DkimKind,
  type DomainChange,
  MOST_CHANGES,
  OWN_NAMES,
  type OwnName,
  RECORD_PURPOSES,
  type RecordFindings,
  type RecordPurpose,
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
import { type DomainRecord, dnsRecordsOf, SLOT_PURPOSES } from '../services/dns/domain-records.ts';
import { DOMAIN_MAX, parseSendingDomain } from '../services/domain/sending-domain-input.ts';

const HINT =
  'Write a domain that people can register, or one below it, such as shop.example or news.shop.example';

const hostHint = (domain: string): string => `Write a host below the domain, such as links.${domain}.`;
const OUR_HOST = 'This host belongs to the service. Write one of your own.';
const TAKEN = '`sending-domains` lists it. With link_host or return_path_host, this call changes its hosts.';

const domain = stated(
  text({ max: DOMAIN_MAX }).custom(
    (given: string, helpers) => parseSendingDomain(given) ?? refuse(helpers, texts.format, HINT),
  ),
  { type: 'string', maxLength: DOMAIN_MAX },
);

const find = (userId: number, id: number): Promise<SendingDomainDocument | null> =>
  SendingDomain.of(userId).findOne({ _id: id });

const recordsFor = (
  found: SendingDomainDocument,
  config: Pick<Config, 'bounceDomain' | 'publicUrl' | 'signingSecrets' | 'dkimCnameDomain'>,
) => dnsRecordsOf(found, config);

/** Blank: none. A host of its own, below the domain. */
const ownHost = (what: string, example: string) =>
  stated(
    text({ max: DOMAIN_MAX }).custom((given: string, helpers) => {
      if (given === '') return '';
      const host = asciiDomain(given);
      return host ?? refuse(helpers, texts.format, hostHint('example.com'));
    }),
    { type: 'string', maxLength: DOMAIN_MAX },
  )
    .description(`${what} Blank turns it off. With one of these hosts, a stored domain is changed.`)
    .example(example);

type OwnHosts = Partial<Record<OwnName, string | null>>;

/** Throws a 422. Hosts that are not given are absent. */
function checkedHosts(
  domain: string,
  given: Partial<Record<OwnName, string | undefined>>,
  { publicUrl, bounceDomain }: Pick<Config, 'bounceDomain' | 'publicUrl'>,
): OwnHosts {
  const hosts: OwnHosts = {};
  for (const name of OWN_NAMES) {
    const host = given[name];
    if (host === undefined) continue;
    const isOurs = host === bounceDomain || host === new URL(publicUrl).hostname;
    if (host !== '' && (!host.endsWith(`.${domain}`) || isOurs))
      throw invalidField(name, texts.format(name), isOurs ? OUR_HOST : hostHint(domain));
    hosts[name] = host || null;
  }
  if (hosts.link_host && hosts.link_host === hosts.return_path_host)
    throw invalidField(
      'return_path_host',
      texts.format('return_path_host'),
      'Write another host than link_host.',
    );
  return hosts;
}

/** Changes the hosts of a stored domain; a changed host is used after the next check. Null: there is none, or no host is given. */
async function changeHosts(
  { user_id, domain }: Pick<SendingDomainDocument, 'user_id' | 'domain'>,
  hosts: OwnHosts,
): Promise<number | null> {
  const named = Object.keys(hosts) as OwnName[];
  if (named.length === 0) return null;
  const before = await SendingDomain.of(user_id).findOne({ domain });
  if (!before) return null;
  const isSame = (name: OwnName): boolean => !named.includes(name) || (before[name] ?? null) === hosts[name];
  const own_names = (before.own_names ?? []).filter(isSame);
  await SendingDomain.of(user_id).updateOne(
    { _id: before._id },
    {
      $set: { ...hosts, own_names, updated_at: nowAfter(before.updated_at) },
      $push: {
        changes: {
          $each: named
            .filter((name) => !isSame(name))
            .map((purpose) => ({ at: now(), purpose, status: 'changed' as const })),
          $slice: -MOST_CHANGES,
        },
      },
    },
  );
  return before._id;
}

export const sendingDomains = endpoints({
  sendingDomainList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: SendingDomain.of(account.id),
        filter: {},
        // The index is by domain, and an account has few.
        index: null,
        fields: { keys: 0, rotation: 0, 'check.records': 0 },
        present: (page) => page.map(presentSendingDomain),
      }),
  },

  sendingDomainSave: {
    input: inputs({
      domain: required(domain),
      link_host: ownHost(
        'A host below the domain for links, pixel, images and Message-IDs of its mails, in place of the host of the service.',
        'links.example.com',
      ),
      return_path_host: ownHost(
        'A host below the domain for the return path of its mails, so that their SPF is aligned.',
        'bounces.example.com',
      ),
    }),
    async run({ domain, link_host, return_path_host }, account, { config, domains, signal }) {
      const of = { user_id: account.id, domain };
      const hosts = checkedHosts(domain, { link_host, return_path_host }, config);
      const changed = await changeHosts(of, hosts);
      if (changed !== null) return { id: changed };
      const taken = () => invalidField('domain', texts.taken('domain'), TAKEN);
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
        ...hosts,
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
      const findings = await domains.look(account.id, records, signal);
      return presentDetailedSendingDomain(
        found,
        records,
        findings,
        await domains.lookAtBimi(found.domain, findings, signal),
      );
    },
  },

  sendingDomainCheck: {
    input: byId,
    async run({ id }, account, { config, domains, signal, beginAct, refuseAct }) {
      const seen = await find(account.id, id);
      if (!seen) return null;
      const records = recordsFor(seen, config);
      const at = now();
      const findings = await domains.look(account.id, records, signal);
      let before = seen;
      let heard = findings;
      for (;;) {
        const changes = changesBy(before, heard, at, config);
        if (isNews(before, changes)) await beginAct();
        // The news that this check began to store may be those that another one stored meanwhile.
        else refuseAct();
        const stored = await SendingDomain.of(account.id).findOneAndUpdate(
          // Another check may have stored its findings since, or a person or the rotation other hosts or keys.
          { _id: id, updated_at: before.updated_at },
          { $set: changes },
          { returnDocument: 'after' },
        );
        const there = stored ?? (await find(account.id, id));
        if (!there) return null;
        before = there;
        if (stored) break;
        heard = findingsAbout(recordsFor(there, config), findings, records);
      }
      const there = before;
      const isLast = there.check!.at.getTime() === at.getTime();
      const shown = isLast ? heard : there.check!.records;
      return presentDetailedSendingDomain(
        there,
        recordsFor(there, config),
        shown,
        await domains.lookAtBimi(there.domain, shown, signal),
      );
    },
  },

  sendingDomainDelete: {
    input: byId,
    async run({ id }, account) {
      const deleted = await SendingDomain.of(account.id).findOneAndDelete({ _id: id });
      if (deleted) await StoredDomainReport.of(account.id).deleteMany({ sending_domain_id: id });
      return deleted;
    },
  },
});

/** The findings about these records. Of a record with another host or value when it was asked for, nothing is known. */
const findingsAbout = (
  records: readonly DomainRecord[],
  findings: RecordFindings,
  asked: readonly DomainRecord[],
): RecordFindings =>
  Object.fromEntries(
    records.flatMap(({ purpose, host, value }) => {
      const found = findings[purpose];
      if (!found) return [];
      const isSame = asked.some((one) => one.purpose === purpose && one.host === host && one.value === value);
      return [[purpose, isSame ? found : { status: 'unknown' as const, found: [], problem: null }]];
    }),
  );

/** The fields that a check of `at` changes. An earlier check may end later: an answer is never replaced by an older one. */
export function changesBy(
  before: SendingDomainDocument,
  findings: RecordFindings,
  at: Date,
  { dkimCnameDomain }: Pick<Config, 'dkimCnameDomain'>,
) {
  const heard = withoutOutdated(before, findings, at);
  const proven = DKIM_KINDS.filter((kind) => isProven(heard[`dkim_${kind}`]?.status, kind, before));
  return {
    proven,
    // A key in the DNS proves that the account has the domain: anyone can name a host that leads here.
    own_names:
      proven.length === 0 ? [] : OWN_NAMES.filter((name) => isNamed(heard[name]?.status, name, before)),
    check: lastAnswers(before, heard, at),
    ...(dkimCnameDomain !== null && {
      'rotation.cnames': SLOT_PURPOSES.every((purpose) => haveCname(heard[purpose]?.status, before)),
    }),
    changes: [...(before.changes ?? []), ...changesIn(before, heard, at)].slice(-MOST_CHANGES),
    updated_at: nowAfter(before.updated_at),
  };
}

/** Findings for which there is a newer answer become `unknown`. */
const withoutOutdated = (
  { check }: SendingDomainDocument,
  findings: RecordFindings,
  at: Date,
): RecordFindings =>
  Object.fromEntries(
    Object.entries(findings).map(([purpose, found]) => {
      const kept = check?.records[purpose as RecordPurpose];
      const isOutdated = check && kept && kept.status !== 'unknown' && (kept.at ?? check.at) > at;
      return [purpose, isOutdated ? { ...found, status: 'unknown' as const } : found];
    }),
  );

/** The last check, with its findings. Without an answer of the DNS, the earlier one stays, with its time. */
function lastAnswers({ check }: SendingDomainDocument, findings: RecordFindings, at: Date) {
  const isLast = !check || check.at <= at;
  const records = Object.entries(findings).map(([purpose, found]) => {
    const kept = check?.records[purpose as RecordPurpose];
    if (found.status !== 'unknown' || !check || !kept) return [purpose, isLast ? found : { ...found, at }];
    return [purpose, isLast && kept.status !== 'unknown' ? { ...kept, at: kept.at ?? check.at } : kept];
  });
  return { at: isLast ? at : check.at, records: Object.fromEntries(records) as RecordFindings };
}

const CHANGE_KNOWN: ReadonlySet<string> = new Set(['ok', 'missing', 'wrong']);

/** Records whose status or values a check found changed. */
const changesIn = (
  { check }: Pick<SendingDomainDocument, 'check'>,
  findings: RecordFindings,
  at: Date,
): DomainChange[] =>
  RECORD_PURPOSES.flatMap((purpose): DomainChange[] => {
    const [old, found] = [check?.records[purpose], findings[purpose]];
    if (!found || !CHANGE_KNOWN.has(found.status)) return [];
    if (!old || !CHANGE_KNOWN.has(old.status))
      return found.status === 'ok' ? [] : [{ at, purpose, status: found.status }];
    if (old.status !== found.status) return [{ at, purpose, status: found.status }];
    return isDeepStrictEqual(new Set(old.found), new Set(found.found))
      ? []
      : [{ at, purpose, status: 'changed' }];
  });

/** Whether a check found another status of a record than the one before. The console checks once a minute, mostly without one. */
const isNews = (
  { check }: SendingDomainDocument,
  { check: { records } }: ReturnType<typeof changesBy>,
): boolean =>
  Object.entries(records).some(
    ([purpose, { status }]) => check?.records[purpose as RecordPurpose]?.status !== status,
  );

/** Whether a key may sign. Without an answer of the DNS, the earlier result stays. */
const isProven = (status: string | undefined, kind: DkimKind, before: SendingDomainDocument): boolean =>
  status === 'unknown' ? before.proven.includes(kind) : status === 'ok';

/** Whether a CNAME of the rotation exists. The same without an answer. */
const haveCname = (status: string | undefined, { rotation }: SendingDomainDocument): boolean =>
  status === 'unknown' ? (rotation?.cnames ?? false) : status === 'ok';

/** Whether a host of the domain is used in its mails. The same without an answer. */
const isNamed = (status: string | undefined, name: OwnName, before: SendingDomainDocument): boolean =>
  status === 'unknown' ? (before.own_names ?? []).includes(name) : status === 'ok';
