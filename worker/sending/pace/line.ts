/** Decides how many mails of a domain may be under way at a server. The caller passes all times, as milliseconds of one clock. */
export interface DomainLine {
  readonly server: ServerAnswers;
  inFlight: number;
  window: number;
  /** The server asked for less: the window grows slowly until it has all connections again. */
  slowed: boolean;
  slowedAt: number;
  /** Mails accepted since the window last grew; counted while it is slowed. */
  accepted: number;
  /** Milliseconds of a mail here: a mean in which the last eight mails weigh most. 0: not known. */
  ms: number;
  /** When the last mail ended, or the first of those under way began. */
  heardAt: number;
  pausedUntil: number;
  /** Mails that were deferred or lost since one was accepted or refused. */
  deferred: number;
  pauses: number;
}

export interface ServerAnswers {
  readonly connections: number;
  usualMs: number;
  heardAt: number;
  mails: number;
}

/** The sign of a mail about its domain. `nothing`: the server did not answer about it. */
export type DomainSign = 'accepted' | 'refused' | 'deferred' | 'nothing';

/** A domain's mails are late if they take this many times as long as usual at their server, and at least … */
const TIMES_USUAL = 4;
/** … this many milliseconds: a busy machine may cause shorter delays. */
const LEAST_LATE_MS = 100;
/** A mail without an answer is late after this many milliseconds, if the server answers for other mails. */
const SILENT_MS = 250;
/** Rows of a late domain are postponed if its mails take longer than this, in milliseconds. */
const VERY_LATE_MS = 500;
/** Accepted mails for which a slowed domain gets one more connection. */
const ACCEPTED_FOR_ONE = 50;
const FIRST_PAUSE_MS = 1000;
/** After this many deferred mails in a row, the domain gets only one mail in each interval of this many milliseconds. */
const DEFERRED_IN_A_ROW = 20;
const BETWEEN_MS = 20;
/** After this many mails in a row without an answer, the last of which the server lost, other servers take the domain's mails. */
const LOST_IN_A_ROW = 3;
const LONGEST_PAUSE_MS = 300_000;

/** The share of the connections of a new or late domain while others send. */
const small = (connections: number): number => Math.max(1, Math.floor(connections / 10));
/** The share of the connections of a late domain while no other sends. The other half stays free for others. */
const half = (connections: number): number => Math.max(1, Math.floor(connections / 2));
/** Two mails a connection: one waits there while the other is handed over. */
const whole = (connections: number): number => 2 * connections;

/** A domain begins with a few mails. Each mail that is accepted in time adds one, so a domain that never answers holds few connections. */
export const newLine = (server: ServerAnswers): DomainLine => ({
  server,
  inFlight: 0,
  window: small(server.connections),
  slowed: false,
  slowedAt: Number.NEGATIVE_INFINITY,
  accepted: 0,
  ms: 0,
  heardAt: 0,
  pausedUntil: 0,
  deferred: 0,
  pauses: 0,
});

const lateAfter = ({ usualMs }: ServerAnswers): number => Math.max(LEAST_LATE_MS, TIMES_USUAL * usualMs);

export function isLineLate(line: DomainLine, at: number): boolean {
  const bound = lateAfter(line.server);
  if (line.ms > bound) return true;
  if (line.inFlight === 0) return false;
  const silent = Math.max(SILENT_MS, bound);
  return at - line.heardAt > silent && line.server.heardAt - line.heardAt > silent;
}

/** Ignores a delay that a busy machine may cause. */
export const isHeldBack = (line: DomainLine, at: number): boolean =>
  line.slowed || defersAll(line) || line.pausedUntil > at || isLineVeryLate(line, at);

export const defersAll = (line: DomainLine): boolean => line.deferred >= DEFERRED_IN_A_ROW;

export const isLineVeryLate = (line: DomainLine, at: number): boolean =>
  takesMs(line, at) > VERY_LATE_MS && isLineLate(line, at);

export const takesMs = (line: DomainLine, at: number): number =>
  Math.max(line.ms, line.inFlight > 0 ? at - line.heardAt : 0);

export function allowedOf(line: DomainLine, at: number, others: boolean): number {
  if (line.pausedUntil > at) return 0;
  if (!isLineLate(line, at)) return line.window;
  const { connections } = line.server;
  return Math.min(line.window, others ? small(connections) : half(connections));
}

/** May another mail wait behind it? `sure`: its domain answers. `unsure`: unknown. `apart`: its domain is late or slowed. */
export type PipelinePosition = 'sure' | 'unsure' | 'apart';

export function pipelinePositionOf(line: DomainLine, at: number): PipelinePosition {
  if (line.slowed || isLineLate(line, at)) return 'apart';
  return line.window > small(line.server.connections) ? 'sure' : 'unsure';
}

export function beginMail(line: DomainLine, at: number): void {
  if (line.inFlight === 0) line.heardAt = at;
  line.inFlight += 1;
}

export function end(line: DomainLine, begunAt: number, at: number, showed: DomainSign): void {
  line.inFlight -= 1;
  line.heardAt = at;
  line.server.heardAt = at;
  line.server.mails += 1;
  if (showed === 'nothing') return;
  const took = at - begunAt;
  const { server } = line;
  const late = took > lateAfter(server);
  // A late mail changes the mean a little: a server that becomes slow for all domains must not be compared with its past forever.
  if (server.usualMs === 0) server.usualMs = took;
  else server.usualMs += (took - server.usualMs) / (late ? 1024 : 64);
  line.ms = line.ms === 0 ? took : line.ms + (took - line.ms) / 8;
  if (showed === 'deferred') {
    line.deferred += 1;
    if (defersAll(line)) line.pausedUntil = Math.max(line.pausedUntil, at + BETWEEN_MS);
    return;
  }
  line.deferred = 0;
  if (showed === 'accepted') line.pauses = 0;
  if (line.slowed) regain(line, showed);
  else if (!late && line.window < whole(server.connections)) line.window += 1;
}

function regain(line: DomainLine, showed: DomainSign): void {
  if (showed !== 'accepted') return;
  line.accepted += 1;
  if (line.accepted < ACCEPTED_FOR_ONE) return;
  line.accepted = 0;
  line.window += 1;
  if (line.window < line.server.connections) return;
  line.slowed = false;
  line.window = whole(line.server.connections);
}

/** The server lost several mails of this domain in a row, so other servers take them for a moment. */
export function pauseAfterLoss(line: DomainLine, at: number): void {
  if (line.deferred >= LOST_IN_A_ROW) line.pausedUntil = Math.max(line.pausedUntil, at + FIRST_PAUSE_MS);
}

/** Halves the connections. A single one pauses for a second, then twice as long each time. Mails that began before the last change are ignored. */
export function slowDown(
  line: DomainLine,
  begunAt: number,
  at: number,
  random: () => number = Math.random,
): void {
  if (begunAt < line.slowedAt) return;
  const before = Math.min(line.window, line.server.connections);
  line.slowed = true;
  line.slowedAt = at;
  line.accepted = 0;
  line.window = Math.max(1, Math.floor(before / 2));
  if (before > 1) return;
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** line.pauses);
  line.pauses = Math.min(line.pauses + 1, 20);
  line.pausedUntil = at + longest * (0.5 + random() / 2);
}
