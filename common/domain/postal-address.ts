const PARTS = ['company_address', 'company_address2', 'city', 'state', 'zip_code', 'country'] as const;

/** One line, without blank parts: the value of `((sender_address))` (docs/rules.md 9.12). Places are given by name, not by id. */
export const postalAddress = (
  sender: { readonly [Part in (typeof PARTS)[number]]?: string | null },
): string =>
  PARTS.map((part) => (sender[part] ?? '').replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join(', ');
