import { Import } from '../../common/models/imports.ts';
import { Move, type MoveDocument } from '../../common/models/moves.ts';
import type { MoveImports } from '../present/moves.ts';

export interface FoundMove {
  readonly move: MoveDocument;
  /** Of several moves, if they were found together. */
  readonly imports: MoveImports;
}

export async function moveWith(userId: number, _id: number): Promise<FoundMove | null> {
  const move = await Move.of(userId).findOne({ _id });
  return move && { move, imports: await importsOf(userId, [move]) };
}

/** The newest moves, of those with ids below `before`. */
export async function newestMoves(
  userId: number,
  before: number | null,
  limit: number,
): Promise<FoundMove[]> {
  const moves = await Move.of(userId)
    .find(before === null ? {} : { _id: { $lt: before } })
    .sort({ _id: -1 })
    .limit(limit)
    .toArray();
  const imports = await importsOf(userId, moves, { header: 0, columns: 0, new_fields: 0 });
  return moves.map((move) => ({ move, imports }));
}

async function importsOf(
  userId: number,
  moves: readonly MoveDocument[],
  projection: Partial<Record<'header' | 'columns' | 'new_fields', 0>> = {},
): Promise<MoveImports> {
  const ids = moves.flatMap(({ files }) =>
    files.flatMap(({ trial_id, import_id }) => [trial_id, import_id].filter((id) => id !== null)),
  );
  const found = await Import.of(userId)
    .find({ _id: { $in: ids } }, { projection })
    .toArray();
  return new Map(found.map((one) => [one._id, one]));
}
