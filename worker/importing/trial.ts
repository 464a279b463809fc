import { now } from '../../common/clock.ts';
import { customNameOf } from '../../common/domain/custom-path.ts';
import { newContact } from '../../common/models/contacts.ts';
import type { TrialExample, TrialRefusal, TrialStatus } from '../../common/models/imports.ts';
import { decisionKey } from '../../shared/statuses/decisions.ts';
import { add, type Counts, chooseWrites, noRowCounts } from './choose-writes.ts';
import { type Changes, type ImportRow, noChanges, type RowReader } from './import-rows.ts';
import { type BatchOwner, groupRows, lookUpAddresses } from './prepare-batch.ts';
import type { ReadRows } from './read-rows.ts';
import type { RowRefusal } from './refusals.ts';

/** The most contacts that are shown for a result, and lines for a reason. */
const EXAMPLES = 5;
/** The most lines that are shown for a status, and the most statuses and unknown words. */
const STATUS_LINES = 3;
const STATUS_WORDS = 56;
/** The most reasons that are counted. Real files have few; a hostile header makes many. */
const REASONS = 50;

const fieldsOf = ({ before }: Changes): string[] =>
  Object.keys(before).map((path) => customNameOf(path) ?? path);

const textOf = ({ values, said }: ImportRow): string => JSON.stringify([said?.status, values]);

/**
 * Collects the result of a dry run. A contact that an earlier batch would have written is not looked up: its row counts as unchanged
 * if its cells equal those of the contact's previous row, otherwise as an update. `room`: contacts that the account may still add.
 */
export function createTrial(owner: BatchOwner, room: number) {
  const written = new Map<string, string>();
  const byReason = new Map<string, TrialRefusal>();
  const byDrop = new Map<string, TrialRefusal>();
  const examples: TrialExample[] = [];
  const byStatus = new Map<string, TrialStatus>();
  let left = room;

  const remember = (row: ImportRow): void => void written.set(row.key, textOf(row));
  const isShort = (result: TrialExample['result']): boolean =>
    examples.filter((one) => one.result === result).length < EXAMPLES;

  function again(rows: readonly ImportRow[], counts: Counts): void {
    for (const row of rows) {
      if (written.get(row.key) === textOf(row)) counts.unchanged += 1;
      else counts.updated += 1;
      remember(row);
    }
  }

  function filled(reader: RowReader, rows: readonly ImportRow[]): string[] {
    const [contact, changes] = [newContact(0, owner, '', '', now()), noChanges()];
    for (const row of rows) reader.apply(row, contact, changes);
    return fieldsOf(changes);
  }

  return {
    examples,
    get refusals(): TrialRefusal[] {
      return [...byReason.values()];
    },
    /** Cells that would be dropped, by reason. */
    get dropped(): TrialRefusal[] {
      return [...byDrop.values()];
    },
    /** Lines by status, and by unknown word. */
    get statuses(): TrialStatus[] {
      return [...byStatus.values()];
    },
    say({ kept, leftOut }: Pick<ReadRows, 'kept' | 'leftOut'>): void {
      for (const { line, said } of kept)
        if (said)
          noteStatus(byStatus, said.unknown === null ? said.status : 'unconfirmed', said.unknown, line);
      for (const { line } of leftOut) noteStatus(byStatus, 'left_out', null, line);
    },
    async look(reader: RowReader, rows: readonly ImportRow[]) {
      const counts = noRowCounts();
      const beyond = new Set<number>();
      const groups = groupRows(rows);
      for (const [address, group] of groups) {
        if (!written.has(address)) continue;
        again(group, counts);
        groups.delete(address);
      }
      const addresses = [...groups.keys()];
      const found = await lookUpAddresses(owner, reader, addresses, true);
      const { inserts, updates } = chooseWrites(
        { owner, firstLine: 0, reader, groups },
        addresses,
        found,
        counts,
      );
      for (const { address, counted } of inserts) {
        const group = groups.get(address)!;
        const { line } = group[0]!;
        if (left === 0) {
          for (const row of group) beyond.add(row.line);
          continue;
        }
        left -= 1;
        add(counts, counted);
        remember(group.at(-1)!);
        if (isShort('added')) examples.push({ line, result: 'added', fields: filled(reader, group) });
      }
      for (const { address, counted, operation } of updates) {
        const group = groups.get(address)!;
        const { line } = group[0]!;
        add(counts, counted);
        remember(group.at(-1)!);
        if (isShort('updated'))
          examples.push({ line, result: 'updated', fields: fieldsOf(operation.changes) });
      }
      return { counts, beyond };
    },
    refuse(refusals: readonly RowRefusal[]): void {
      for (const { reason, line } of refusals) countReason(byReason, reason, line);
    },
    drop(partial: readonly RowRefusal[]): void {
      for (const { line, dropped = [] } of partial)
        for (const { reason } of dropped) countReason(byDrop, reason, line);
    },
  };
}

function noteStatus(
  known: Map<string, TrialStatus>,
  status: TrialStatus['status'],
  word: string | null,
  line: number,
): void {
  const key = word === null ? status : `"${decisionKey(word)}`;
  const one = known.get(key);
  if (!one) {
    if (known.size < STATUS_WORDS) known.set(key, { status, word, lines: [line] });
  } else if (one.lines.length < STATUS_LINES) one.lines.push(line);
}

function countReason(reasons: Map<string, TrialRefusal>, reason: string, line: number): void {
  const known = reasons.get(reason);
  if (!known) {
    if (reasons.size < REASONS) reasons.set(reason, { reason, rows: 1, line, lines: [line] });
    return;
  }
  known.rows += 1;
  if (known.lines!.length < EXAMPLES) known.lines!.push(line);
}
