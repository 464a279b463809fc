import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { type GuardedServer, startGuarded } from '../../../local/guard.ts';
import { until } from '../../support/until.ts';

/** A machine of a scenario's own network: a network namespace with an address. */
export interface Host {
  readonly address: string;
  /** The command line that runs a command on this host. */
  run(command: readonly string[]): string[];
}

/** A network of hosts on one bridge. Packets in it are lost without notice to either side. */
export interface Network {
  /** The host of this process and its children. */
  readonly here: Host;
  add(): Promise<Host>;
  /** From now on no packet from one host reaches the other; packets in the other direction do. */
  cut(from: Host, to: Host): void;
  /** Drops all packets to this port of `here`, or from it. */
  cutPort(way: 'to' | 'from', port: number): void;
  /** Drops five of a hundred packets to and from these ports of `here`. */
  losePackets(ports: readonly number[]): void;
  /** Ends all of these faults. */
  heal(): void;
  stop(): Promise<void>;
}

const BRIDGE = 'bridge';
const TABLE = ['inet', 'faults'] as const;
const RULES = `table ${TABLE.join(' ')} {
  set hosts { type ipv4_addr; }
  set ports_to { type inet_service; }
  set ports_from { type inet_service; }
  set ports_poor { type inet_service; }
  chain arriving {
    type filter hook input priority 0; policy accept;
    ip saddr @hosts drop
    tcp dport @ports_to drop
    tcp sport @ports_from drop
    tcp dport @ports_poor numgen random mod 100 < 5 drop
    tcp sport @ports_poor numgen random mod 100 < 5 drop
  }
}
`;
const SETS = ['hosts', 'ports_to', 'ports_from', 'ports_poor'] as const;

/** Why this machine can't make namespaces for a scenario; null when it can. */
export function noNamespaces(): string | null {
  for (const [what, command] of [
    ['rights to make namespaces', ['unshare', '--net', '--mount', 'true']],
    ['iproute2', ['ip', '-V']],
    ['nftables', ['unshare', '--net', 'nft', 'list', 'ruleset']],
  ] as const) {
    const [program, ...given] = command;
    if (spawnSync(program, given).status !== 0) return `no ${what}`;
  }
  return null;
}

function sh(command: readonly string[], input = ''): void {
  const [program, ...given] = command;
  const { status, stderr, error } = spawnSync(program!, given, { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')}: ${error?.message ?? stderr}`);
}

const namespaceOf = (pid: number | 'self'): string => readlinkSync(`/proc/${pid}/ns/net`);

/** A new network namespace is empty; even its loopback is down. */
export const raiseLoopback = (): void => sh(['ip', 'link', 'set', 'lo', 'up']);

/** The process must be in its own network namespace: runs.ts starts scenarios that need one in this way. */
export async function layNetwork(): Promise<Network> {
  if (namespaceOf('self') === namespaceOf(process.ppid))
    throw new Error('This process is in the network of the machine.');
  const here: Host = { address: '10.77.0.1', run: (command) => [...command] };
  sh(['ip', 'link', 'add', BRIDGE, 'type', 'bridge']);
  sh(['ip', 'address', 'add', `${here.address}/24`, 'dev', BRIDGE]);
  sh(['ip', 'link', 'set', BRIDGE, 'up']);
  sh(['nft', '-f', '-'], RULES);
  const hosts: Host[] = [here];
  const holders: GuardedServer[] = [];
  const ports = (set: string, some: readonly number[]): void =>
    sh(['nft', 'add', 'element', ...TABLE, set, `{ ${some.join(', ')} }`]);
  return {
    here,
    async add() {
      const number = holders.length;
      // A namespace exists as long as a process is in it.
      const holder = await startGuarded(['/usr/bin/unshare', '--net', 'sleep', 'infinity'], { patience: 1 });
      holders.push(holder);
      await until(() => namespaceOf(holder.pid) !== namespaceOf('self'), 'a namespace of its own');
      const address = `10.77.0.${11 + number}`;
      const host: Host = {
        address,
        run: (command) => ['/usr/bin/nsenter', `--net=/proc/${holder.pid}/ns/net`, ...command],
      };
      const [outer, inner] = [`outer${number}`, `inner${number}`];
      sh(['ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', String(holder.pid)]);
      sh(['ip', 'link', 'set', outer, 'master', BRIDGE, 'up']);
      sh(host.run(['ip', 'link', 'set', 'lo', 'up']));
      sh(host.run(['ip', 'address', 'add', `${address}/24`, 'dev', inner]));
      sh(host.run(['ip', 'link', 'set', inner, 'up']));
      sh(host.run(['nft', '-f', '-']), RULES);
      hosts.push(host);
      return host;
    },
    cut: (from, to) => sh(to.run(['nft', 'add', 'element', ...TABLE, 'hosts', `{ ${from.address} }`])),
    cutPort: (way, port) => ports(`ports_${way}`, [port]),
    losePackets: (some) => ports('ports_poor', some),
    heal() {
      for (const host of hosts) for (const set of SETS) sh(host.run(['nft', 'flush', 'set', ...TABLE, set]));
    },
    async stop() {
      await Promise.all(holders.map((holder) => holder.kill()));
      sh(['ip', 'link', 'delete', BRIDGE]);
      sh(['nft', 'delete', 'table', ...TABLE]);
    },
  };
}
