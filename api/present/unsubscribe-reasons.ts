import {
  reasonFigure,
  UNSUBSCRIBE_REASON_NAMES,
  type UnsubscribeReason,
} from '../../common/domain/unsubscribe-reasons.ts';
import type { Figures } from '../../common/models/figures.ts';

export const presentReasons = (figures: Figures) =>
  Object.fromEntries(
    UNSUBSCRIBE_REASON_NAMES.map((reason) => [reason, figures[reasonFigure(reason)] ?? 0]),
  ) as Record<UnsubscribeReason, number>;
