import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SinkCounts, SinkOptions } from './sink-server.ts';

export type { SinkCounts, SinkOptions };

export interface Sink {
  /** `smtp://127.0.0.1:…`, or `smtps:` with the option that accepts its certificate. */
  readonly url: string;
  readonly pid: number;
  /** Number of mails that the sink holds; the book is written up to here. */
  count(): Promise<number>;
  /** All its figures. `cpuMicroseconds` is the CPU of the sink since its start. */
  counts(): Promise<SinkCounts & { readonly cpuMicroseconds: number }>;
  stop(): Promise<void>;
}

/** Starts a mail sink in its own process, so that its cost is not counted as the sender's. */
export async function spawnSink(options: SinkOptions = {}): Promise<Sink> {
  const child = fork(
    fileURLToPath(new URL('./sink-process.ts', import.meta.url)),
    [JSON.stringify(options)],
    {
      execArgv: ['--import', './local/typescript.mjs'],
    },
  );
  const first = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the sink ended at its start with code ${String(code)}`);
    }),
  ]);
  const { port } = first[0] as { port: number };

  const counts: Sink['counts'] = async () => {
    const answered = once(child, 'message');
    child.send('counts');
    return (await answered)[0] as Awaited<ReturnType<Sink['counts']>>;
  };

  return {
    url: options.tls ? `smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false` : `smtp://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    counts,
    count: async () => (await counts()).mails,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
