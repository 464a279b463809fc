/** The recipients of a send: the members of a contact type or of a segment. */
export interface AudienceRef {
  table: 'contacts_' | 'segments_';
  id: number;
}

const REF = /^(contacts_|segments_)(\d{1,15})$/;

export function readAudienceRef(text: string): AudienceRef | null {
  const [, table, id] = REF.exec(text) ?? [];
  return table === undefined ? null : { table: table as AudienceRef['table'], id: Number(id) };
}

export const audienceRefText = ({ table, id }: AudienceRef): string => `${table}${id}`;
