/** A program of this folder with its default arguments. */
export interface BenchProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** It takes an hour, so `--all` leaves it out. */
  readonly long?: true;
}

/** By the names that `npm run bench` takes, in the order of `--all`. */
export const PROGRAMS: Readonly<Record<string, BenchProgram>> = Object.freeze({
  'first-mail': { file: 'send.ts', args: ['5000'] },
  send: { file: 'send.ts', args: ['100000'] },
  'send-two-workers': { file: 'send.ts', args: ['100000', '2'] },
  'two-workers': { file: 'two-workers.ts', args: ['100000'] },
  'send-growth': { file: 'send.ts', args: ['10000'] },
  'send-million': { file: 'send.ts', args: ['1000000'] },
  'many-accounts': { file: 'many-sends.ts', args: ['100', '1', '1000'] },
  'many-sends': { file: 'many-sends.ts', args: ['1', '50', '200'] },
  messages: { file: 'messages.ts', args: ['1000000'] },
  'message-rate': { file: 'message-rate.ts', args: ['5000'] },
  webhooks: { file: 'webhooks.ts', args: ['30000'] },
  commands: { file: 'commands.ts', args: ['200'] },
  import: { file: 'import.ts', args: ['1000000'] },
  'import-growth': { file: 'import.ts', args: ['100000'] },
  compose: { file: 'compose.ts', args: [] },
  'compose-growth': { file: 'compose-growth.ts', args: [] },
  transport: { file: 'transport.ts', args: [] },
  dkim: { file: 'dkim.ts', args: [] },
  lists: { file: 'lists.ts', args: [] },
  storage: { file: 'storage.ts', args: ['1000000'] },
  'large-store': { file: 'large-store.ts', args: ['20000000', '10000'], long: true },
  deliveries: { file: 'deliveries.ts', args: ['1000000', '4000000'] },
  'small-call': { file: 'small-call.ts', args: [] },
  pixel: { file: 'pixel.ts', args: [] },
  click: { file: 'click.ts', args: [] },
  start: { file: 'start.ts', args: [] },
  idle: { file: 'idle.ts', args: [] },
  watch: { file: 'watch.ts', args: [] },
  bounds: { file: 'bounds.ts', args: ['20000'] },
  rings: { file: 'rings.ts', args: [] },
  ids: { file: 'ids.ts', args: [] },
  preview: { file: 'preview.ts', args: ['1000000'] },
  segments: { file: 'segments.ts', args: ['1000000'] },
  automations: { file: 'automations.ts', args: ['100000'] },
  console: { file: 'console.ts', args: ['1000000', '500', '5000000', '3600'], long: true },
  editor: { file: 'editor.ts', args: [] },
  'felt-speed': { file: 'felt-speed.ts', args: ['100005', '60', '60000'] },
});
