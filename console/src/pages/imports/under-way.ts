import type { Import } from '../../../../client/src/index.ts';

/** Milliseconds between two looks at an import that is under way. */
export const LOOK_MS = 1000;

export const isUnderWay = ({ state }: Import): boolean => state === 'waiting' || state === 'running';
