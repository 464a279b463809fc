import type { MailOfAccount } from '../../common/domain/tokens.ts';

/** A document as its tokens name it. */
export const mailOf = ({
  _id,
  user_id,
}: {
  readonly _id: number;
  readonly user_id: number;
}): MailOfAccount => ({
  account: user_id,
  id: _id,
});
