import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { now } from '../../../common/clock.ts';
import { hmacKey } from '../../../common/domain/hmac-key.ts';
import { texts } from '../../../common/domain/validation-texts.ts';
import { type ContractRow, contract } from '../../contract.ts';
import type { Service } from '../../http/endpoint.ts';
import type { Door } from '../../http/exchange.ts';
import { Failure, invalidField } from '../../http/failures.ts';
import { createSessions } from '../account/sessions.ts';
import { accountOfVisitor, createConsoleVisitors } from './door.ts';

const PREFIX = '/console/download';
/** Milliseconds for which an address is valid: a download starts at once, and may then take as long as it needs. */
const OPEN_MS = 60_000;
const LONGEST = 4000;
const NAMED = 'file_name';
const NAME_MAX = 150;
const SIGNED = 'signed';

const keyOf = (secret: string): KeyObject => hmacKey(secret, 'downloads of the console');

const FILES: ReadonlySet<string> = new Set(
  Object.values(contract as Readonly<Record<string, ContractRow>>)
    .filter((row) => 'raw' in row.done && row.methods.includes('GET') && !row.changes)
    .map((row) => row.path),
);

const signature = (key: KeyObject, userId: number, until: number, target: string): Buffer =>
  createHmac('sha256', key).update(`${userId}\n${until}\n${target}`).digest().subarray(0, 16);

/** `GET /console/signed?path=…&name=…`: signs a file's address for one minute. A link cannot send our header (docs/rules.md 17.2). */
export function consoleDownloads(router: Router, { config }: Pick<Service, 'config'>): void {
  const visitorOf = createConsoleVisitors(config.publicUrl);
  const key = keyOf(config.appSecret);
  router.get('/console/signed', async (ctx) => {
    const { account } = await visitorOf(ctx);
    const { path, name } = ctx.query;
    if (typeof path !== 'string' || path.length > LONGEST || !FILES.has(path.split('?', 1)[0]!))
      throw invalidField('path', texts.selected('path'));
    const target = new URL(path, config.publicUrl);
    for (const own of [SIGNED, NAMED]) target.searchParams.delete(own);
    if (typeof name === 'string' && name !== '') target.searchParams.append(NAMED, name.slice(0, NAME_MAX));
    const until = now().getTime() + OPEN_MS;
    const signed = signature(key, account._id, until, targetOf(target)).toString('base64url');
    target.searchParams.append(SIGNED, `${until}.${signed}`);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = { status: 'success', message: { address: `${PREFIX}${targetOf(target)}` } };
  });
}

/** An address without its origin. `URL` normalises each address to one spelling. */
const targetOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** `/console/download`: files of the table, for a signed-in account with an address that was signed for it. */
export function downloadDoor(publicUrl: string): Door {
  const sessions = createSessions(publicUrl);
  let key: KeyObject | undefined;
  return {
    prefix: PREFIX,
    reads: [NAMED, SIGNED],
    methods: new Set(['GET']),
    async authenticate(ctx, service) {
      key ??= keyOf(service.config.appSecret);
      const visitor = await sessions.find(ctx);
      if (!visitor) throw new Failure(401, 'Sign in to use the console.');
      if (!isSigned(ctx, key, visitor.account._id, publicUrl))
        throw new Failure(403, 'The address of this file has expired. Start the download again.');
      const { [NAMED]: name } = ctx.query;
      if (typeof name === 'string') ctx.state.fileName = name;
      return accountOfVisitor(ctx, visitor, service);
    },
  };
}

function isSigned(ctx: Context, key: KeyObject, userId: number, publicUrl: string): boolean {
  const target = new URL(ctx.url.slice(PREFIX.length), publicUrl);
  const [one = '', ...others] = target.searchParams.getAll(SIGNED);
  const [until = '', given = ''] = one.split('.');
  target.searchParams.delete(SIGNED);
  const expected = signature(key, userId, Number(until), targetOf(target));
  const found = Buffer.from(given.slice(0, 64), 'base64url');
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return false;
  return others.length === 0 && FILES.has(target.pathname) && now().getTime() < Number(until);
}
