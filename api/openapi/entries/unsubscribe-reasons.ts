import { UNSUBSCRIBE_REASONS } from '../../../common/domain/unsubscribe-reasons.ts';
import type { presentReasons } from '../../present/unsubscribe-reasons.ts';
import { count, like, object, type ShapeFields } from '../shapes.ts';

type Reasons = ReturnType<typeof presentReasons>;

const said = (reason: keyof Reasons, example: number) =>
  like(count(`“${UNSUBSCRIBE_REASONS[reason]}”`), example);

const fields: ShapeFields<Reasons> = {
  too_many: said('too_many', 1),
  not_relevant: said('not_relevant', 0),
  not_interested: said('not_interested', 1),
  never_signed_up: said('never_signed_up', 0),
  other: said('other', 0),
};

export const unsubscribeReasons = object<Reasons>(
  fields,
  'How many of those who unsubscribed gave each reason; most give none.',
);
