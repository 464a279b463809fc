import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The records of a name. Strings of a TXT record have at most 255 bytes; a single text is split into them. */
export interface Zone {
  readonly txt?: readonly (string | readonly string[])[];
  readonly mx?: readonly { readonly priority: number; readonly exchange: string }[];
  /** IPv4 and IPv6 addresses; a function is called for each query. */
  readonly a?: readonly string[] | (() => readonly string[]);
  readonly aaaa?: readonly string[];
  readonly cname?: string;
  /** `servfail` and `refused` answer so; `silent` does not answer. */
  readonly fault?: 'servfail' | 'refused' | 'silent';
  /** The only type of record whose queries the fault is for; absent: all. */
  readonly faultOf?: keyof typeof TYPES;
  /** Answers with the CNAME alone, as a server that is not recursive does. */
  readonly bare?: boolean;
}

/** A DNS server on a port of the loopback, by UDP and TCP. Names that it does not know do not exist. */
export interface DnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string;
  readonly zones: Map<string, Zone>;
  /** Names that were asked for, with the transport. */
  readonly asked: string[];
  close(): Promise<void>;
}

const TYPES = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 } as const;
const CODES = { none: 0, servfail: 2, unknown: 3, refused: 5 } as const;
const TRUNCATED = 0x0200;
/** RFC 1035, 4.2.1: an answer by UDP has 512 bytes at most. */
const UDP_MAX = 512;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split('.')
      .filter((label) => label !== '')
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);

function record(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(60, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([nameBytes(name), fixed, data]);
}

const stringsOf = (text: string | readonly string[]): readonly string[] =>
  typeof text === 'string' ? (text.match(/[^]{1,255}/g) ?? ['']) : text;

const txtData = (text: string | readonly string[]): Buffer =>
  Buffer.concat(
    stringsOf(text).map((one) => Buffer.concat([Buffer.from([one.length]), Buffer.from(one, 'latin1')])),
  );

function mxData({ priority, exchange }: NonNullable<Zone['mx']>[number]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(priority);
  return Buffer.concat([head, nameBytes(exchange)]);
}

/** The question of a message: its name, its type, and where it ends. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

export async function startDnsServer(): Promise<DnsServer> {
  const zones = new Map<string, Zone>();
  const asked: string[] = [];

  function recordsOf(name: string, type: number): Buffer[] {
    const zone = zones.get(name);
    if (!zone) return [];
    if (zone.cname !== undefined) {
      const own = record(name, TYPES.CNAME, nameBytes(zone.cname));
      if (type === TYPES.CNAME) return [own];
      return zone.bare ? [] : [own, ...recordsOf(zone.cname, type)];
    }
    if (type === TYPES.A) {
      const addresses = typeof zone.a === 'function' ? zone.a() : (zone.a ?? []);
      return addresses.map((address) => record(name, type, Buffer.from(ipaddr.parse(address).toByteArray())));
    }
    if (type === TYPES.AAAA)
      return (zone.aaaa ?? []).map((address) =>
        record(name, type, Buffer.from(ipaddr.parse(address).toByteArray())),
      );
    if (type === TYPES.TXT) return (zone.txt ?? []).map((text) => record(name, type, txtData(text)));
    return type === TYPES.MX ? (zone.mx ?? []).map((one) => record(name, type, mxData(one))) : [];
  }

  /** Null: it stays silent. */
  function answer(message: Buffer, by: 'udp' | 'tcp'): Buffer | null {
    const { name, type, end } = questionOf(message);
    asked.push(`${by} ${name}`);
    const zone = zones.get(name);
    const isFaulty = zone?.faultOf === undefined || TYPES[zone.faultOf] === type;
    const fault = isFaulty ? zone?.fault : undefined;
    if (fault === 'silent') return null;
    const records = fault ? [] : recordsOf(name, type);
    const head = Buffer.from(message.subarray(0, 12));
    // A recursive answer.
    head.writeUInt16BE(0x8180 | (fault ? CODES[fault] : zone ? CODES.none : CODES.unknown), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    const whole = Buffer.concat([head, message.subarray(12, end), ...records]);
    if (by === 'tcp' || whole.length <= UDP_MAX) return whole;
    head.writeUInt16BE(head.readUInt16BE(2) | TRUNCATED, 2);
    head.writeUInt16BE(0, 6);
    return Buffer.concat([head, message.subarray(12, end)]);
  }

  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    let held = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      while (held.length > 2 && held.length >= 2 + held.readUInt16BE(0)) {
        const end = 2 + held.readUInt16BE(0);
        const reply = answer(held.subarray(2, end), 'tcp');
        held = held.subarray(end);
        if (!reply) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }
    });
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', (message, { port: to, address }) => {
    const reply = answer(message, 'udp');
    if (reply) udp.send(reply, to, address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    zones,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      tcp.close();
      udp.close();
      await Promise.all([once(tcp, 'close'), once(udp, 'close')]);
    },
  };
}
