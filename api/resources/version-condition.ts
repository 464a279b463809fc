import { texts } from '../../common/domain/validation-texts.ts';
import { versionOf } from '../../common/domain/version-of.ts';
import { integer, refuse } from '../http/inputs.ts';
import { optional } from '../http/typed-input.ts';

interface VersionedRecord {
  readonly version?: number;
}

/** See docs/rules.md 21.1. */
export const ifVersion = optional(
  integer().custom((version, helpers) =>
    version !== null && version >= 0 ? version : refuse(helpers, texts.selected),
  ),
)
  .description(
    'The `version` that you read. If the record has another version now, the call changes nothing and answers 409. Without it, the change is ' +
      'made in any case.',
  )
  .example(0);

/** Whether the record has the version that the client read. */
export const isOfVersion = (record: VersionedRecord, expected: number | undefined): boolean =>
  expected === undefined || versionOf(record) === expected;

/** The same, as the condition of a write. Records older than versions count as version 0. */
export const ofVersion = (expected: number | undefined): { version?: number | { $not: { $gt: number } } } =>
  expected === undefined ? {} : { version: expected === 0 ? { $not: { $gt: 0 } } : expected };
