import type { Binary } from 'mongodb';
import { type FetchLog, unpackFetches } from '../domain/fetches.ts';

export const fetchLogOf = ({ buffer, position }: Binary): FetchLog =>
  unpackFetches(Buffer.from(buffer.buffer, buffer.byteOffset, position));
