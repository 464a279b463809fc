import { texts } from '../../common/domain/validation-texts.ts';
import { versionOf } from '../../common/domain/version-of.ts';
import { integer, refuse } from '../http/inputs.ts';
import { optional } from '../http/typed-input.ts';

interface VersionedRecord {
  readonly version?: number;
}

/** The version that a change is made from (docs/rules.md 21.1). */
export const ifVersion = optional(
  integer().custom((version, helpers) =>
    version !== null && version >= 0 ? version : refuse(helpers, texts.selected),
  ),
)
  .description(
    'The `version` that you read. Where the record has another one now, nothing is changed, and the answer is a 409. Without it the change is made in any case.',
  )
  .example(0);

/** Whether a record is the one that its author read. */
export const isOfVersion = (record: VersionedRecord, expected: number | undefined): boolean =>
  expected === undefined || versionOf(record) === expected;

/** The same as a condition of a write. Records from before versions were counted have none, and count as 0. */
export const ofVersion = (expected: number | undefined): { version?: number | { $not: { $gt: number } } } =>
  expected === undefined ? {} : { version: expected === 0 ? { $not: { $gt: 0 } } : expected };
