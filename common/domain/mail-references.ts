/** Headers that repeat the Message-ID for events of Resend (all headers) and Postmark (names that begin with X-PM-Metadata-). */
export const REFERENCE_HEADER = 'X-Mail-Reference';
export const POSTMARK_HEADER = 'X-PM-Metadata-mail';
/** The tag of a mail sent by the API of Amazon SES: the token at the beginning of its Message-ID. */
export const SES_TAG = 'mail';

/** The secrets of the hooks of these providers; null: the hook is off. */
interface ReferenceHooks {
  readonly inbound: {
    readonly hooks: { readonly postmarkLogin: string | null; readonly resendSecret: string | null };
  };
}

/** The headers for enabled hooks of such providers. Workers need the hooks' settings too. */
export const referenceHeaders = ({ inbound: { hooks } }: ReferenceHooks): readonly string[] => [
  ...(hooks.postmarkLogin === null ? [] : [POSTMARK_HEADER]),
  ...(hooks.resendSecret === null ? [] : [REFERENCE_HEADER]),
];
