import type { Config } from '../../common/config.ts';
import type { BodyKind, ContractRow } from '../contract.ts';

/** Default bytes of a body. The longest texts of a sender or group take a third. */
const BODY_BYTES = 65_536;
/** 10,000 entries as multipart take 1.5 MB; 10,000 addresses of 254 characters take 2.5 MB. */
const LIST_BYTES = 4 * 2 ** 20;
/** 1,000 columns with names and meanings of 255 characters. */
const COLUMNS_BYTES = 2 ** 20;

const BYTES: Readonly<Record<BodyKind, (limits: Config['limits']) => number>> = {
  // Escaping in JSON and forms makes a template longer.
  design: ({ template }) => 2.5 * template,
  // A template, with the values of placeholders and of the caller.
  message: ({ template }) => 2 * template + BODY_BYTES,
  list: () => LIST_BYTES,
  columns: () => COLUMNS_BYTES,
};

export const bodyBytes = ({ body }: Pick<ContractRow, 'body'>, limits: Config['limits']): number =>
  Math.min(limits.body, body ? Math.max(BODY_BYTES, Math.ceil(BYTES[body](limits))) : BODY_BYTES);
