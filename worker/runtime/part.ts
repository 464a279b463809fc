import type { WorkerBase, WorkerContext, WorkerParts } from './context.ts';

type PartName = keyof WorkerParts;

export interface PartDefinition<Name extends PartName> {
  /** Makes it. Parts that it reads from `worker` are made first. */
  make(worker: WorkerContext): WorkerParts[Name];
  run?(made: WorkerParts[Name]): Promise<void> | void;
  /** Called when all jobs have ended, to finish their work while the other parts still run. */
  finish?(made: WorkerParts[Name]): Promise<void>;
  close?(made: WorkerParts[Name]): Promise<void> | void;
}

export type PartTable = { readonly [Name in PartName]: PartDefinition<Name> };

/** Makes the parts that are not given; the caller closes the given ones. `finish` and `close` go in reverse. */
export function assemble(parts: PartTable, given: WorkerBase & Partial<WorkerParts>) {
  const context = { ...given } as WorkerContext;
  const made: Record<'run' | 'finish' | 'close', () => Promise<void>>[] = [];

  function make<Name extends PartName>(name: Name, { make, run, finish, close }: PartDefinition<Name>): void {
    const value = make(context);
    // As a value, so that copies of the context have it, too.
    Object.defineProperty(context, name, { value, enumerable: true });
    made.push({
      run: async () => run?.(value),
      finish: async () => finish?.(value),
      close: async () => close?.(value),
    });
  }

  const missing = (Object.keys(parts) as PartName[]).filter((name) => !(name in given));
  for (const name of missing) {
    const get = () => {
      make(name, parts[name]);
      return context[name];
    };
    Object.defineProperty(context, name, { get, configurable: true });
  }
  for (const name of missing) void context[name];

  const inReverse = made.toReversed();
  return {
    context,
    async run(): Promise<void> {
      for (const { run } of made) await run();
    },
    async finish(): Promise<void> {
      for (const { finish } of inReverse) await finish();
    },
    async close(): Promise<void> {
      for (const { close } of inReverse) await close();
    },
  };
}
