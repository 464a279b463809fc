import { OWN_NAMES, type OwnName } from '../../common/models/sending-domains.ts';
import type { Client } from './api.ts';
import type { DnsServer } from './dns-server.ts';

interface DnsRecord {
  purpose: string;
  host: string;
  value: string | null;
}

/** Hosts of its own that a sending domain asks for. */
type OwnHosts = Partial<Record<OwnName, string>>;

/** Adds a sending domain through the API; answers its id and its records by purpose. */
export async function addDomain(client: Client, domain: string, hosts: OwnHosts = {}) {
  const saved = await client.post('/sending-domains/save', { domain, ...hosts });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const { id } = saved.body as { id: number };
  const { body } = await client.get(`/sending-domains/details?id=${id}`);
  const records = body.message.sendingDomain.records as DnsRecord[];
  const of = (purpose: string): DnsRecord => records.find((record) => record.purpose === purpose)!;
  return { id, of };
}

export const checkDomain = async (client: Client, id: number) =>
  (await client.request(`/sending-domains/check?id=${id}`, { method: 'POST' })).body.message.sendingDomain;

/** Adds a sending domain, sets its DKIM records and CNAMEs in the DNS and checks it: its keys sign from then on, and its hosts are used. */
export async function proveDomain(client: Client, domain: string, dns: DnsServer, hosts: OwnHosts = {}) {
  const added = await addDomain(client, domain, hosts);
  for (const purpose of ['dkim_rsa', 'dkim_ed25519']) {
    const { host, value } = added.of(purpose);
    dns.zones.set(host, { txt: [value!] });
  }
  for (const purpose of OWN_NAMES) {
    if (hosts[purpose] === undefined) continue;
    const { host, value } = added.of(purpose);
    dns.zones.set(host, { cname: value! });
  }
  const { is_verified } = await checkDomain(client, added.id);
  if (is_verified !== 1) throw new Error(`${domain} was not verified`);
  return added;
}
