import type { Arena } from '../support/arena.ts';

/** The account that attacks, and the data that was prepared for it. It is plain data, because it is sent to another process. */
export interface Attacker {
  readonly origin: string;
  readonly user_id: number;
  readonly email: string;
  readonly password: string;
  readonly public_key: string;
  readonly secret_key: string;
  /** A contact type with one contact, unless the attack prepares more. */
  readonly contact_type_id: number;
  readonly sender_id: number;
  readonly unsubscribe_group_id: number;
  /** Data that the attack itself has prepared, by names of its choice. */
  readonly laid: Readonly<Record<string, readonly string[]>>;
}

/** How often each status was answered; `none`: there was no answer. */
export type Answers = Record<string, number>;

/** The calls that an attack can make. Each is counted among the answers; none of them throws. */
export interface AttackCalls {
  readonly over: AbortSignal;
  /** Makes an unchanged call, with or without keys, also to the origin of another API. Returns status and text, or null when there was no answer. */
  call(path: string, init?: RequestInit): Promise<{ status: number; text: string } | null>;
  /** Counts another answer, such as a reply of SMTP; without a code there was none. */
  count(code: number | undefined): void;
  /** The same as `call` with the account's keys; a body is sent as JSON. */
  api(path: string, body?: Readonly<Record<string, unknown>>): ReturnType<AttackCalls['call']>;
  /** Repeats an action in `lanes` parallel loops until the attack is over, with a pause in between. */
  again(lanes: number, one: (at: number) => Promise<unknown>, breathMs?: number): Promise<void>;
}

/** A way in which an account, or a client without keys, keeps the service busy. */
export interface Attack {
  readonly name: string;
  /** A short description for the table. */
  readonly what: string;
  /** Prepares its data. It runs in the runner's process, which may write into the database. */
  lay?(attacker: Attacker, arena: Arena): Promise<Attacker['laid']>;
  /** Attacks, in a separate process. */
  run(calls: AttackCalls, attacker: Attacker): Promise<void>;
  /** Checks what else must hold after the attack; returns what does not. */
  judge?(attacker: Attacker, answers: Answers, short: boolean): Promise<readonly string[]>;
}
