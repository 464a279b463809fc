/** What any call takes beside its inputs. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /**
   * Makes a call that changes something safe to send once more: with the same key and inputs it is done once, and answers
   * the same (`Idempotency-Key`, for 24 hours). A UUID, say.
   */
  readonly idempotencyKey?: string;
}

/** Where to begin, and how many items a request asks for (1000). */
export interface Range {
  readonly after_id?: number | undefined;
  readonly limit?: number | undefined;
}

/** Items of a list one by one, however long it is: a page is asked for when the one before is used up. */
export interface Each<Input, Item> {
  (input: Input & Range, options?: CallOptions): AsyncGenerator<Item, void, undefined>;
}

/** A list: whole, or those of one page where `limit` or `after_id` is given. What narrows it down may be left out. */
export interface ListCall<Item, Input = object> {
  (input?: Input & Range, options?: CallOptions): Promise<Item[]>;
  readonly each: (input?: Input & Range, options?: CallOptions) => AsyncGenerator<Item, void, undefined>;
}

/** A list of what belongs to one record. */
export interface RequiredListCall<Input, Item> {
  (input: Input & Range, options?: CallOptions): Promise<Item[]>;
  readonly each: Each<Input, Item>;
}

/** How an endpoint is called, and where its answer stands. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** Inputs of a POST that stand in the query; those of all others do. */
  readonly query?: readonly string[];
  /** The input that is a file: the body is a form then, and JSON else. */
  readonly file?: string;
  /**
   * `text`: the text of `message` or `errors` · `message`: all of it · `file`: the body · `beside`: these fields
   * beside `message` · else what has this key in `message`.
   */
  readonly answer:
    | 'text'
    | 'message'
    | 'file'
    | { readonly key: string }
    | { readonly list: string }
    | { readonly beside: readonly string[] };
}
