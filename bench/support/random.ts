import { createHash } from 'node:crypto';

/** Repeatable random numbers: the same seed gives the same numbers. */
export interface Random {
  /** From 0 to 1, without 1. */
  share(): number;
  /** From `least` up to `most`. */
  between(least: number, most: number): number;
  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  pick<One>(list: readonly One[]): One;
}

/** Mulberry32: 32 bits of state are enough to spread faults over a run. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + share() * (most - least);
  const integer = (least: number, most: number): number => Math.floor(between(least, most + 1));
  return { share, between, integer, pick: (list) => list[integer(0, list.length - 1)]! };
}

/** A number from 0 to 1 that is always the same for a name. */
export const chanceOf = (name: string, seed: number): number =>
  createHash('sha1').update(`${seed} ${name}`).digest().readUInt32BE(0) / 2 ** 32;
