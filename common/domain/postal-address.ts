/** Places are given by name, not by id. */
export interface PostalAddress {
  readonly company_address?: string | null;
  readonly company_address2?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly zip_code?: string | null;
  readonly country?: string | null;
}

/** One line, without blank parts: the value of `((sender_address))` (docs/rules.md 9.12). */
export function postalAddress(sender: PostalAddress): string {
  const { company_address, company_address2, city, state, zip_code, country } = sender;
  return [company_address, company_address2, city, state, zip_code, country]
    .map((part) => (part ?? '').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ');
}
