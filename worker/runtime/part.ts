import type { WorkerBase, WorkerContext, WorkerParts } from './context.ts';

type PartName = keyof WorkerParts;

/** How a part of a worker is made and closed. */
export interface PartDefinition<Name extends PartName> {
  readonly name: Name;
  /** Makes it. A part that it reads from `worker` is made first. */
  make(worker: WorkerContext): WorkerParts[Name];
  /** Called when the worker begins to take jobs. */
  run?(made: WorkerParts[Name]): Promise<void> | void;
  /** Called when all jobs have ended. It finishes what they left under way, while the other parts still work. */
  finish?(made: WorkerParts[Name]): Promise<void>;
  close?(made: WorkerParts[Name]): Promise<void> | void;
}

/** All parts by name. A name that `WorkerParts` declares and this lacks does not compile. */
export type PartTable = { readonly [Name in PartName]: PartDefinition<Name> };

export const part = <Name extends PartName>(
  name: Name,
  how: Omit<PartDefinition<Name>, 'name'>,
): PartDefinition<Name> => ({
  name,
  ...how,
});

/** A worker with all its parts. */
interface WorkerAssembly {
  readonly context: WorkerContext;
  /** These call the parts that were made here: `run` in the order in which they were made, the others in reverse. */
  run(): Promise<void>;
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Makes all parts but those that are given. What is given belongs to the caller, who closes it. */
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
