import { ConfigurationError } from '../../../../common/config/configuration-error.ts';
import type { MailScheme } from '../../../../common/config/mail-schemes.ts';
import { isLoopback } from '../../../../common/domain/network.ts';

export interface ProviderUrl {
  /** `https://host`, or a loopback address for tests. */
  readonly base: URL;
  /** `host:port`: the same in each worker, and without the login. */
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** The part after the `@`; `default` if the provider has one host. */
  readonly host: string;
  /** Requests a second (`?rate=`); null if absent. */
  readonly rate: number | null;
  readonly parameters: ReadonlyMap<string, string>;
}

export interface EndpointForm {
  readonly scheme: MailScheme;
  readonly form: string;
  /** The API's host, from the host in the URL; null: there is no such host. */
  readonly hostOf: (host: string) => string | null;
  readonly hasPassword: boolean;
  /** Names of other parameters than `rate` and `endpoint`, and patterns of their values. */
  readonly parameters: Readonly<Record<string, RegExp>>;
}

const RATE = /^\d{1,6}(\.\d{1,3})?$/;

/** Throws a {@link ConfigurationError} with the problem. It never repeats the URL, which has a secret. */
export function readEndpoint(text: string, form: EndpointForm): ProviderUrl {
  const wrong = (what: string): never => {
    throw new ConfigurationError([`SMTP_URL: ${form.scheme}: ${what}; write it as ${form.form}`]);
  };
  if (!URL.canParse(text)) wrong('it is not a URL, or its login has characters that must be percent-encoded');
  const url = new URL(text);
  const user = decoded(url.username) ?? wrong('its login is not percent-encoded');
  const password = decoded(url.password) ?? wrong('its login is not percent-encoded');
  if (user === '' || (password === '') === form.hasPassword) wrong('its login is missing or too long');
  // Header fields of the request have the login.
  if (!/^[!-~]+$/.test(user + password)) wrong('its login has invalid characters');
  if (url.pathname !== '' && url.pathname !== '/') wrong('it has a path');
  const parameters = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (parameters.has(name)) wrong(`it has ${name} twice`);
    parameters.set(name, value);
    if (name === 'endpoint') continue;
    const right = name === 'rate' ? RATE : form.parameters[name];
    if (!right) wrong('it has an unknown parameter');
    else if (!right.test(value)) wrong(`${name} has a wrong value`);
  }
  const host = url.hostname;
  const rate = parameters.get('rate');
  const base = override(parameters.get('endpoint'), wrong) ?? ofHost(form.hostOf(host), wrong);
  return {
    base,
    name: `${base.hostname}:${base.port || (base.protocol === 'https:' ? '443' : '80')}`,
    user,
    password,
    host,
    rate: rate === undefined ? null : Number(rate),
    parameters,
  };
}

const ofHost = (host: string | null, wrong: (what: string) => never): URL =>
  host === null ? wrong('its host is unknown') : new URL(`https://${host}`);

/** The endpoint gets the key and all mails, so another one than the provider's must be on this machine. */
function override(text: string | undefined, wrong: (what: string) => never): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : wrong('endpoint is not a URL');
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isHttp || !isLoopback(url.hostname)) wrong('endpoint must be at a loopback address');
  return url;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
