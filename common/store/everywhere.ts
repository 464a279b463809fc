import { type AccountCollection, type OfAccount, type Rows, withComment } from './collection.ts';

interface NamedQuestion {
  readonly reason: string;
  readonly bound: string;
}

/**
 * The questions over all accounts: on a sharded store they go to each shard (docs/scale.md). None is on the path of a call, a mail, an
 * opening, a click or a row of an import.
 */
export const QUESTIONS = {
  sweep: {
    reason: 'Finds due work of all accounts, because a ring may be lost.',
    bound: 'An index has due rows only; a limit for each kind, by account.',
  },
  retention: {
    reason: 'Deletes what is older than the retention.',
    bound: 'An index by date; some rows at a time.',
  },
  operator: {
    reason: 'Commands, metrics and pages of the operator.',
    bound: 'A person or a scrape asks; an index or a limit.',
  },
  backup: {
    reason: 'A backup and a restore have all documents.',
    bound: 'One run at a time.',
  },
  migration: {
    reason: 'A new version changes documents of all accounts.',
    bound: 'Once; some rows at a time.',
  },
  rotation: {
    reason: 'A command seals values again after a change of secrets.',
    bound: 'One run at a time; some rows at a time.',
  },
  files: {
    reason: 'A file without an owner is deleted; the owner may be of any account.',
    bound: 'An index by file; some files at a time.',
  },
  'old-tokens': {
    reason: 'Links and return paths of older versions name no account.',
    bound: 'One row by its id; counted in mailing_old_tokens_total.',
  },
  tokens: {
    reason: 'A key, a cookie or a link is random and names no account; its collection stays on one shard.',
    bound: 'One row by its id or a unique index.',
  },
  'provider-ids': {
    reason: 'A provider reports a mail by an id of its own.',
    bound: 'One row by an index of such ids.',
  },
} as const satisfies Record<string, NamedQuestion>;

export type Question = keyof typeof QUESTIONS;

/** The documents of all accounts. The question is the comment of its commands. */
export const everywhere = <Stored extends OfAccount>(
  model: AccountCollection<Stored>,
  question: Question,
): Rows<Stored> => withComment(model as unknown as Rows<Stored>, question);
