import { readFileSync } from 'node:fs';
import { lazily } from './lazily.ts';

/** A feature is recognized by CSS (`property` with any of `value`, `call`, `unit`, `pseudo`, `at`), an element, or an image. */
export type FeatureMatch =
  | { readonly property: readonly string[]; readonly value?: readonly string[] }
  | { readonly call: readonly string[] }
  | { readonly unit: string }
  | { readonly pseudo: string }
  | { readonly at: string }
  | { readonly element: string; readonly type?: string }
  | { readonly image: readonly string[] };

export interface ClientFeature {
  readonly title: string;
  /** The page of caniemail.com about it. */
  readonly url: string;
  readonly match: FeatureMatch;
  readonly missing: readonly string[];
}

/** From caniemail.com (see NOTICE). */
export const clientFeatures = lazily(
  (): readonly ClientFeature[] =>
    (
      JSON.parse(readFileSync(new URL('mail-clients.json', import.meta.url), 'utf8')) as {
        features: ClientFeature[];
      }
    ).features,
);
