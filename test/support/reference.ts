import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The answer to a printed call. */
export interface Printed {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

const unescaped = (html: string): string =>
  html.replace(/&(#39|lt|gt|quot|amp);/g, (_, name: string) => ENTITIES[name]!);

export type Language = 'curl' | 'TypeScript' | 'Python';

/** The code of a block, without its colours. */
const plain = (html: string): string => unescaped(html.replaceAll(/<\/?[bi]>/g, ''));

/** The calls that the page of the reference prints in a language, by the names of their operations. */
export function callsOn(page: string, language: Language = 'curl'): ReadonlyMap<string, string> {
  const found = page.matchAll(/<article id="(\w+)">(.*?)<\/article>/gs);
  const shown = new RegExp(`aria-label="Call: [^"]*, ${language}"><code>(.*?)</code>`, 's');
  return new Map([...found].map(([, name = '', text = '']) => [name, plain(shown.exec(text)?.[1] ?? '')]));
}

/** The blocks of a chapter in a language, in their order. */
export function chapterOn(page: string, id: string, language: Language): string[] {
  const chapter = new RegExp(`<section class="chapter[^"]*" id="${id}"(.*?)</section>`, 's').exec(page)![1]!;
  const shown = new RegExp(`aria-label="[^"]*, ${language}"><code>(.*?)</code>`, 'gs');
  return [...chapter.matchAll(shown)].map(([, text = '']) => plain(text));
}

const FIGURES = '\n%{http_code} %{content_type}';

/** Runs a printed call in a shell, like a reader who pastes it. */
export async function runPrinted(
  call: string,
  { public_key, secret_key }: { public_key: string; secret_key: string },
  folder: string,
): Promise<Printed> {
  const script = `curl() { command curl -sS --max-time 30 -w "$FIGURES" "$@"; }\n${call}`;
  const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, FIGURES, PUBLIC_KEY: public_key, SECRET_KEY: secret_key },
  });
  const end = stdout.lastIndexOf('\n');
  const [status = '', type = ''] = stdout.slice(end + 1).split(/[ ;]+/);
  return { status: Number(status), type, text: stdout.slice(0, end) };
}

/** Forms of texts that differ with each record: such a text matches an example of the same form. */
const FORMS = [
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
  /^<[\w-]{36}@[\w.-]+>$/,
  /^\d{10}$/,
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/**
 * Where an answer does not match its example. It must have the same keys, types and values; texts may differ when they have the
 * same form. The values of `free` keys may be any of their type, or null. A list must have the example's items, and may have more.
 */
export function differences(
  example: unknown,
  answer: unknown,
  free: ReadonlySet<string>,
  at = '$',
): string[] {
  const isFree = free.has(at.split('.').at(-1)!);
  if (isFree && answer === null) return [];
  if (kindOf(example) !== kindOf(answer)) return [`${at}: ${shown(answer)} instead of ${shown(example)}`];
  if (isFree) return [];
  if (Array.isArray(example)) return inList(example, answer as unknown[], free, at);
  if (isRecord(example)) {
    const there = answer as Readonly<Record<string, unknown>>;
    const keys = [...new Set([...Object.keys(example), ...Object.keys(there)])];
    return keys.flatMap((key) =>
      Object.hasOwn(example, key) && Object.hasOwn(there, key)
        ? differences(example[key], there[key], free, `${at}.${key}`)
        : [`${at}.${key} is ${Object.hasOwn(there, key) ? 'not in the example' : 'not answered'}`],
    );
  }
  const isSame = example === answer || (typeof example === 'string' && isAlike(example, answer as string));
  return isSame ? [] : [`${at}: ${shown(answer)} instead of ${shown(example)}`];
}

function inList(example: unknown[], answer: unknown[], free: ReadonlySet<string>, at: string): string[] {
  if (example.length === 0 && answer.length > 0) return [`${at}: ${shown(answer)} instead of an empty list`];
  return example.flatMap((item) => {
    const tried = answer.map((one) => differences(item, one, free, `${at}[]`));
    const best = tried.sort((a, b) => a.length - b.length)[0];
    return best ?? [`${at} has no ${shown(item)}`];
  });
}

/** The same form; or, when the example is shortened, the same beginning and end. */
function isAlike(example: string, answer: string): boolean {
  const [begin = '', end] = example.split('…');
  if (end !== undefined) return answer.startsWith(begin) && answer.endsWith(end);
  return FORMS.some((form) => form.test(example) && form.test(answer));
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'nothing';
