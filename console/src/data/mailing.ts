/** A campaign, or an email of the automation with this `utr`. */
export type Mailing =
  | { readonly kind: 'campaign'; readonly utr: string }
  | { readonly kind: 'email'; readonly utr: string; readonly automation: string };
