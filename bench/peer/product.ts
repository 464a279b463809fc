import type { Load } from '../support/load.ts';
import type { Sink } from '../support/sink.ts';

/** A service under measurement with all that it needs: each part a process of its own, on loopback. */
export interface Product {
  readonly name: string;
  readonly sink: Sink;
  /** Microseconds of CPU that all of its processes have used, its stores too. */
  cpu(): number;
  /** The largest resident size of its own programs in MB, each counted, its stores not. */
  peakMb(): number;
  /** Adds people to the audience of the sends past its API, so that there are `count` of them. */
  fill(count: number): Promise<void>;
  /** Starts a send of a newsletter to the audience, and resolves when the request is answered. */
  send(): Promise<Sent>;
  /** Imports a file into a list of its own, and resolves when it is done. `list`: the same for the same list. */
  import(file: Blob, list: string): Promise<void>;
  /** The head of a file that it imports, and how it wants a row. */
  readonly csv: { readonly head: string; row(person: Person): string };
  /** Pages of 50 of the audience. */
  page(which: 'first' | 'last'): Promise<Load>;
  /** The calls of the last send's recipients when they open it or click in it, each once. */
  tracked(kind: 'opening' | 'click', count: number): Promise<Tracked>;
  /** Starts its program or programs again, and resolves when they are ready, with the CPU that it took in microseconds. */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

/** A send that was started. */
export interface Sent {
  isDone(): Promise<boolean>;
}

/** Paths of a server, and the status with which it answers them. */
export interface Tracked {
  readonly origin: string;
  readonly paths: readonly string[];
  readonly status: number;
}

/** A row of a file. */
export interface Person {
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly street: string;
  readonly city: string;
}
