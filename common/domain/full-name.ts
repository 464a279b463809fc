/** What is known of a person's name; either may be empty. */
export interface PersonNames {
  readonly first_name: string;
  readonly last_name: string;
}

/** First and last name joined by a space. */
export const fullName = ({ first_name, last_name }: PersonNames): string =>
  `${first_name} ${last_name}`.trim();
