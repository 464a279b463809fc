import type { WorkerBase, WorkerContext, WorkerParts } from './context.ts';

type PartName = keyof WorkerParts;

export interface PartDefinition<Name extends PartName> {
  readonly name: Name;
  /** Makes it. Parts that it reads from `worker` are made first. */
  make(worker: WorkerContext): WorkerParts[Name];
  run?(made: WorkerParts[Name]): Promise<void> | void;
  /** Called when all jobs have ended, to finish their work while the other parts still run. */
  finish?(made: WorkerParts[Name]): Promise<void>;
  close?(made: WorkerParts[Name]): Promise<void> | void;
}

/** All parts by name. A part that `WorkerParts` declares and this lacks does not compile. */
export type PartTable = { readonly [Name in PartName]: PartDefinition<Name> };

export const part = <Name extends PartName>(
  name: Name,
  how: Omit<PartDefinition<Name>, 'name'>,
): PartDefinition<Name> => ({
  name,
  ...how,
});

interface WorkerAssembly {
  readonly context: WorkerContext;
  /** These call the parts made here: `run` in the order of making, the others in reverse. */
  run(): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the parts that are not given. The caller closes the given ones. */
export function assemble(parts: PartTable, given: WorkerBase & Partial<WorkerParts>): WorkerAssembly {
  const context = { ...given } as WorkerContext;
  const made: Pick<WorkerAssembly, 'run' | 'finish' | 'close'>[] = [];

  function make<Name extends PartName>({ name, make, run, finish, close }: PartDefinition<Name>): void {
    const value = make(context);
    // As a value, so that copies of the context have it, too.
    Object.defineProperty(context, name, { value, enumerable: true });
    made.push({
      run: async () => run?.(value),
      finish: async () => finish?.(value),
      close: async () => close?.(value),
    });
  }

  const missing = Object.values(parts).filter(({ name }) => !(name in given));
  for (const one of missing) {
    const get = () => {
      make(one);
      return context[one.name];
    };
    Object.defineProperty(context, one.name, { get, configurable: true });
  }
  for (const { name } of missing) void context[name];

  const inReverse = made.toReversed();
  return {
    context,
    async run() {
      for (const { run } of made) await run();
    },
    async finish() {
      for (const { finish } of inReverse) await finish();
    },
    async close() {
      for (const { close } of inReverse) await close();
    },
  };
}
