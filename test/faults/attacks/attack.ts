/** The account that attacks, and what was laid for it: plain data, for it goes to another process. */
export interface Attacker {
  readonly origin: string;
  readonly user_id: number;
  readonly email: string;
  readonly password: string;
  readonly public_key: string;
  readonly secret_key: string;
  /** A contact type of its own with one contact, unless the attack lays more. */
  readonly contact_type_id: number;
  readonly sender_id: number;
  readonly unsubscribe_group_id: number;
  /** What the attack itself laid, by names of its own. */
  readonly laid: Readonly<Record<string, readonly string[]>>;
}

/** How often each status was answered; `none`: no answer came. */
export type Answers = Record<string, number>;

/** What an attack makes its calls with. Each counts among the answers; none of them throws. */
export interface AttackCalls {
  readonly over: AbortSignal;
  /** A call as it is, with or without keys; answers status and text, null where no answer came. */
  call(path: string, init?: RequestInit): Promise<{ status: number; text: string } | null>;
  /** The same, with the account's keys; a body goes as JSON. */
  api(path: string, body?: Readonly<Record<string, unknown>>): ReturnType<AttackCalls['call']>;
  /** Does something `lanes` times at once, again and again until the attack is over, with a breath between. */
  again(lanes: number, one: (at: number) => Promise<unknown>, breathMs?: number): Promise<void>;
}

/** One way in which an account, or a stranger, keeps the service busy. */
export interface Attack {
  readonly name: string;
  /** What it does, in a few words for the table. */
  readonly what: string;
  /** Lays what it needs, in the runner's process, which may write into the store. */
  lay?(attacker: Attacker): Promise<Attacker['laid']>;
  /** Attacks, in a process of its own. */
  run(calls: AttackCalls, attacker: Attacker): Promise<void>;
  /** What must hold of it besides, once it is over; answers what does not. */
  judge?(attacker: Attacker, answers: Answers, short: boolean): Promise<readonly string[]>;
}
