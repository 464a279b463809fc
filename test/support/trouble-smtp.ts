import { type Act, type Point, type Script, type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

/** More bytes than any client keeps of a reply. */
export const ENDLESS = '250-and more\r\n'.repeat(90_000);

/** Deeds of a server with trouble at single recipients: the point of the dialogue, and the act. */
export const TROUBLES = {
  hangup: ['RCPT', 'cut'],
  reset: ['RCPT', 'reset'],
  nonsense: ['RCPT', 'xyz what'],
  endless: ['RCPT', ENDLESS],
  silent: ['RCPT', 'hang'],
  hangupdata: ['DATA', 'cut'],
  nonsensedata: ['DATA', 'xyz what'],
  more: ['DATA', '354 go ahead\r\n250 2.0.0 taken already'],
  silentdata: ['DATA', 'hang'],
} as const satisfies Readonly<Record<string, readonly [Point, Act]>>;

export type TroubleName = keyof typeof TROUBLES;

/** A mail server that takes all mails but those to `name@<trouble>.…`. */
export function startTroubleSmtp(script: Omit<Script, 'act'> = {}): Promise<ScriptedSmtp> {
  const domains = new Map<string, string>();
  return startScriptedSmtp({
    ...script,
    act({ point, connection, mail, command }) {
      const key = `${connection} ${mail}`;
      if (point === 'RCPT') domains.set(key, command.slice(command.indexOf('@') + 1));
      const [label = ''] = (domains.get(key) ?? '').split('.');
      if (!(label in TROUBLES)) return undefined;
      const [where, act] = TROUBLES[label as TroubleName];
      return point === where ? act : undefined;
    },
  });
}
