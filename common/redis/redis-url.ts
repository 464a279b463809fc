/** Where Redis is: one server, a set that sentinels watch, or a cluster. */
export interface RedisTarget {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  /** Of the server or the cluster's nodes; of the sentinels. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
  /** The numbered database; a cluster has 0 alone. */
  readonly db: number;
  /** What the sentinels call the primary. */
  readonly primary?: string;
  /** The sentinels' own password. */
  readonly sentinelPassword?: string;
}

/** How each form is written. */
export const REDIS_FORMS = Object.freeze([
  'redis://user:password@host:6379/0',
  'redis+sentinel://user:password@sentinel1:26379,sentinel2:26379/primary/0',
  'redis+cluster://user:password@host1:6379,host2:6379',
]);

const FORM =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<login>[^@/?]*)@)?(?<hosts>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<options>.*))?$/;
const HOST = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;
const PORTS = Object.freeze({ server: 6379, sentinel: 26_379, cluster: 6379 });

/**
 * Reads `REDIS_URL`; null where it has none of the forms. The schemes with `rediss` use TLS, also to sentinels. Names and
 * passwords are percent-encoded. `sentinelPassword=` is for sentinels that ask for one.
 */
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
    // What is not percent-encoded as it should be.
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
