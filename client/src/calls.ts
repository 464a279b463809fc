/** In addition to the inputs of a call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Makes it safe to repeat a call that changes something: with the same key and inputs it is done once and gives the same answer
   * (`Idempotency-Key`, for 24 hours). For example a UUID.
   */
  readonly idempotencyKey?: string;
}

/** Where to begin, and how many items each request asks for (1000). */
export interface Range {
  readonly after_id?: number | undefined;
  readonly limit?: number | undefined;
}

/** All items of a list, one by one. The next page is requested when the previous one is used up. */
export interface Each<Input, Item> {
  (input: Input & Range, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** A list: all of it, or one page when `limit` or `after_id` is given. Its filters are optional. */
export interface ListCall<Item, Input = object> {
  (input?: Input & Range, options?: CallOptions): Promise<Item[]>;
  readonly each: (input?: Input & Range, options?: CallOptions) => AsyncGenerator<Item, void, undefined>;
}

/** A list that belongs to one record. */
export interface RequiredListCall<Input, Item> {
  (input: Input & Range, options?: CallOptions): Promise<Item[]>;
  readonly each: Each<Input, Item>;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The call changes something, so it is repeated only with a key. */
  readonly changes?: true;
  /** Inputs of a POST that are sent in the query. Other methods send all inputs there. */
  readonly query?: readonly string[];
  /** The input that is a file. With it the body is a form, otherwise JSON. */
  readonly file?: string;
  /** The input that is a list of files. If it is given, the body is a form. */
  readonly files?: string;
  /**
   * `text`: the text of `message` or `errors` · `message`: all of it · `file`: the body · `extras`: these fields next to
   * `message`, and with `key` its value in `message` · any other word: the value of this key in `message`.
   */
  readonly answer:
    | 'text'
    | 'message'
    | 'file'
    | { readonly key: string }
    | { readonly list: string }
    | { readonly extras: readonly string[]; readonly key?: string };
}
