import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ApiError, createClient } from '../../client/src/index.ts';
import { PYTHON, pythonEnvironment } from './python.ts';
import type { Printed } from './reference.ts';

interface Keys {
  readonly public_key: string;
  readonly secret_key: string;
}

let modules = 0;

/** Runs a printed call of the TypeScript client, and resolves to the answer that came. `folder` has the file of the examples. */
export async function runTypescript(call: string, url: string, keys: Keys, folder: string): Promise<Printed> {
  let answer: Response | undefined;
  const client = createClient({
    url,
    publicKey: keys.public_key,
    secretKey: keys.secret_key,
    fetch: async (...request) => {
      const response = await fetch(...request);
      answer = response.clone();
      return response;
    },
  });
  const file = join(folder, `call-${modules++}.mts`);
  const text = call.replace("openAsBlob('", `openAsBlob('${folder}/`);
  await writeFile(
    file,
    `${text.replace(/^(?=.*await client)/m, 'export const run = async (client) => {\n')}\n};\n`,
  );
  const { run } = (await import(pathToFileURL(file).href)) as { run: (given: unknown) => Promise<void> };
  await run(client).catch((error: unknown) => {
    // The recorded answer shows a refusal.
    if (!(error instanceof ApiError)) throw error;
  });
  if (!answer) throw new Error(`it called nothing: ${call}`);
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  return { status: answer.status, type, text: await answer.text() };
}

/** Runs printed calls of the Python client, one after the other, in one process. */
export interface PythonCalls {
  run(call: string): Promise<Printed>;
  stop(): void;
}

/** Reads calls, one a line as JSON, and writes the answers that came in the same form. */
const PROGRAM = `
import json, os, sys
from mailing_service import Client, Download, transport

answers = []
def envelope(name, response, data, url, given=transport._envelope):
    answers.append((response.status, response.headers.get_content_type(), data.decode()))
    return given(name, response, data, url)
transport._envelope = envelope

client = Client(os.environ["MAILING_URL"], os.environ["PUBLIC_KEY"], os.environ["SECRET_KEY"])
for line in sys.stdin:
    scope = {"client": client}
    try:
        exec(json.loads(line), scope)
        file = scope.get("file")
        if isinstance(file, Download):
            answers.append((200, file.content_type, file.read().decode("utf-8-sig", "replace")))
        print(json.dumps(answers.pop()), flush=True)
    except Exception as error:
        # The recorded answer shows a refusal.
        refused = answers and answers[-1][0] >= 400
        print(json.dumps(answers.pop() if refused else [0, "", repr(error)]), flush=True)
`;

export function startPython(url: string, keys: Keys, folder: string): PythonCalls {
  const child: ChildProcess = spawn(PYTHON, ['-c', PROGRAM], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...pythonEnvironment(),
      MAILING_URL: url,
      PUBLIC_KEY: keys.public_key,
      SECRET_KEY: keys.secret_key,
    },
  });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return {
    async run(call) {
      child.stdin!.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('Python ended');
      const [status, type, text] = JSON.parse(value) as [number, string, string];
      return { status, type, text };
    },
    stop: () => child.stdin!.end(),
  };
}
