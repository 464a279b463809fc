/** Either may be empty. */
export interface PersonNames {
  readonly first_name: string;
  readonly last_name: string;
}

export const fullName = ({ first_name, last_name }: PersonNames): string =>
  `${first_name} ${last_name}`.trim();
