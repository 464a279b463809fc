/** One server, a set with sentinels, or a cluster. */
export interface RedisTarget {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  /** The server, the cluster's nodes, or the sentinels. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** A cluster has database 0 only. */
  readonly db: number;
  /** The primary's name at the sentinels. */
  readonly primary?: string;
  readonly sentinelPassword?: string;
}

export const REDIS_FORMS = Object.freeze([
  'redis://user:password@host:6379/0',
  'redis+sentinel://user:password@sentinel1:26379,sentinel2:26379/primary/0',
  'redis+cluster://user:password@host1:6379,host2:6379',
]);

const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/?]*)@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<options>.*))?$/;
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const PORTS = Object.freeze({ server: 6379, sentinel: 26_379, cluster: 6379 });

/** Null: not a valid form. `rediss` means TLS, also to sentinels. Names and passwords (`sentinelPassword=` too) are percent-encoded. */
export function readRedisUrl(url: string): RedisTarget | null {
  const found = FORM.exec(url)?.groups;
  if (!found) return null;
  try {
    const kind = (found['kind'] ?? 'server') as RedisTarget['kind'];
    const hosts = found['hosts']!.split(',').map((one) => hostOf(one, PORTS[kind]));
    if (hosts.includes(null) || (kind === 'server' && hosts.length > 1)) return null;
    const path = (found['path'] ?? '').split('/').filter((part) => part !== '');
    const primary = kind === 'sentinel' ? path.shift() : undefined;
    const [db = '0', ...more] = path;
    if (!/^\d{1,5}$/.test(db) || more.length > 0) return null;
    if ((kind === 'sentinel' && !primary) || (kind === 'cluster' && db !== '0')) return null;
    const options = new URLSearchParams(found['options'] ?? '');
    const sentinelPassword = options.get('sentinelPassword');
    const tls = found['scheme'] === 'rediss';
    return {
      kind,
      hosts: hosts as RedisTarget['hosts'],
      tls,
      ...loginOf(found['login']),
      db: Number(db),
      ...(primary && { primary: decodeURIComponent(primary) }),
      ...(sentinelPassword && { sentinelPassword }),
    };
  } catch {
    // Wrong percent-encoding.
    return null;
  }
}

function hostOf(text: string, port: number): { host: string; port: number } | null {
  const found = HOST.exec(text)?.groups;
  return found ? { host: (found['v6'] ?? found['name'])!, port: Number(found['port'] ?? port) } : null;
}

function loginOf(login = ''): Pick<RedisTarget, 'username' | 'password'> {
  const at = login.indexOf(':');
  const username = decodeURIComponent(at === -1 ? login : login.slice(0, at));
  const password = at === -1 ? '' : decodeURIComponent(login.slice(at + 1));
  return { ...(username && { username }), ...(password && { password }) };
}
