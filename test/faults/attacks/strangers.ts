import type { Attack } from './attack.ts';
import { stay } from './inbound.ts';
import { signIn } from './sign-in.ts';

const PAGES = ['/docs', '/openapi.json', '/account/sign-in', '/media/nothing.png', '/unsubscribe/nothing'];
const VISITORS = 300;
/** Four times a network's share: these tests count no networks, because they run as behind a proxy. */
const SILENT = 1000;
const SIGN_INS = 20;
const UPLOADS = 60;
const MEGABYTE = 2 ** 20;
const BREATH_MS = 1000;

const page: Attack = {
  name: 'pages',
  what: `HEAD and GET of pages without keys on ${VISITORS} connections`,
  run: (calls) =>
    calls.again(VISITORS, (at) =>
      calls.call(PAGES[at % PAGES.length]!, { method: at % 2 === 0 ? 'HEAD' : 'GET' }),
    ),
};

const stayAt = (origin: string, begin: string, over: AbortSignal): Promise<void> => {
  const { hostname, port } = new URL(origin);
  return stay({ port: Number(port), host: hostname }, begin, over);
};

const silence: Attack = {
  name: 'silence',
  what: `${SILENT} connections that send the beginning of a header`,
  run: (calls, { origin }) =>
    calls.again(SILENT, () => stayAt(origin, 'GET / HTTP/1.1\r\nHost: x\r\nX-Begin', calls.over), BREATH_MS),
};

const rightPasswords: Attack = {
  name: 'sign-ins',
  what: `${SIGN_INS} sign-ins at once with the right password`,
  run: (calls, attacker) =>
    calls.again(SIGN_INS, () =>
      calls.call('/account/sign-in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email: attacker.email, password: attacker.password }).toString(),
      }),
    ),
  // The account can sign in afterwards, or is told when.
  judge: async (attacker) => {
    const failure = await signIn(attacker).then(
      () => null,
      (error: unknown) => String(error),
    );
    return failure === null || failure.includes('429') ? [] : [failure];
  },
};

const uploads: Attack = {
  name: 'uploads',
  what: `${UPLOADS} CSV files of 500 MiB that stop after 8 MB`,
  run: (calls, { origin, public_key, secret_key, contact_type_id }) => {
    const part = (name: string, file = ''): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    const begin = `${part('contact_type_id')}${contact_type_id}\r\n${part('file', '; filename="a.csv"')}email\n`;
    const head =
      `POST /api/contacts/upload-csv HTTP/1.1\r\nHost: x\r\nPublicKey: ${public_key}\r\nSecretKey: ${secret_key}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${500 * MEGABYTE}\r\n\r\n`;
    const text = `${head}${begin}${'x'.repeat(8 * MEGABYTE)}`;
    return calls.again(UPLOADS, () => stayAt(origin, text, calls.over), BREATH_MS);
  },
};

export const strangerAttacks: readonly Attack[] = [page, silence, rightPasswords, uploads];
