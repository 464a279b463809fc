import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { texts } from '../../common/domain/validation-texts.ts';
import type { UploadedFile } from './body.ts';
import { type Failure, invalid } from './failures.ts';
import { isObject } from './fold.ts';

/** The names of a file in JSON. */
const NAMES: readonly string[] = ['name', 'type', 'content'];
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Stores the files of a JSON body, each an object with `name`, `type` and `content` in base64, as those of a form. Null: `given` is no
 * list of objects. Throws a 422.
 */
export async function filesOfJson(
  key: string,
  given: unknown,
  most: number,
  ownFolder: () => string,
): Promise<UploadedFile[] | null> {
  if (!Array.isArray(given) || given.length === 0 || !given.every(isObject)) return null;
  if (given.length > most) throw invalid({ [key]: [texts.items(key, most)] });
  const read = given.map((one) => readFile(key, one));
  const folder = ownFolder();
  await mkdir(folder);
  return Promise.all(
    read.map(async ({ name, type, content }) => {
      const path = join(folder, randomUUID());
      await writeFile(path, content);
      return { path, name, type, bytes: content.length };
    }),
  );
}

function readFile(key: string, one: Readonly<Record<string, unknown>>) {
  const { name, type = '', content } = one;
  const stray = Object.keys(one).find((given) => !NAMES.includes(given));
  if (stray !== undefined) throw wrong(key, `A file has ${NAMES.join(', ')}.`);
  if (typeof name !== 'string') throw wrong(key, 'Each file needs a name.');
  if (typeof type !== 'string') throw wrong(key, 'The type of a file is a text, such as application/pdf.');
  if (typeof content !== 'string') throw wrong(key, 'Each file needs its content in base64.');
  const text = content.replaceAll(/\s+/g, '');
  const digits = text.replace(/=+$/, '').length;
  const isPadded = text.length % 4 === 0 || text.length === digits;
  if (!BASE64.test(text) || digits % 4 === 1 || !isPadded)
    throw wrong(key, `The content of ${JSON.stringify(name.slice(0, 80))} is not base64.`);
  return { name, type, content: Buffer.from(text, 'base64') };
}

const wrong = (key: string, hint: string): Failure =>
  invalid({ [key]: [texts.files(key)] }, { [key]: [hint] });
