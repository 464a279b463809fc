export interface CliCommand {
  readonly about: string;
  load(): Promise<unknown>;
}

/** Each module reads `process.argv` and does its work when it is loaded. */
export const COMMANDS: Readonly<Record<string, CliCommand>> = {
  check: {
    about: 'checks settings, stores and mail servers; sends a test mail',
    load: async () => (await import('./programs.ts')).loadProgram('worker/check'),
  },
  account: {
    about: 'creates accounts; manages their keys, passwords and second factors',
    load: () => import('./account.ts'),
  },
  migrate: { about: 'migrates the store and creates its indexes', load: () => import('./indexes.ts') },
  backup: { about: 'writes a backup of the store', load: () => import('./backup.ts') },
  restore: { about: 'restores a backup', load: () => import('./restore.ts') },
  'release-holds': {
    about: 'lists and releases the holds of a restore',
    load: () => import('./release-holds.ts'),
  },
  rotate: { about: 'seals the data keys with the newest APP_SECRET', load: () => import('./rotate.ts') },
  'rotate-dkim': {
    about: 'changes the DKIM keys of sending domains; prints the records to publish',
    load: () => import('./rotate-dkim.ts'),
  },
  erasures: {
    about: 'writes a file of erased addresses and deleted accounts',
    load: () => import('./erasures.ts'),
  },
  quotas: { about: 'shows and changes the quotas of an account', load: () => import('./quotas.ts') },
  suspend: {
    about: 'suspends an account: its calls are refused, its mails wait',
    load: () => import('./suspend.ts'),
  },
  unsuspend: { about: 'ends a suspension', load: () => import('./unsuspend.ts') },
  'stop-sending': { about: 'stops all mails of all accounts', load: () => import('./stop-sending.ts') },
  'resume-sending': {
    about: 'resumes sending after stop-sending',
    load: () => import('./resume-sending.ts'),
  },
  shard: { about: 'prints the commands that shard the store', load: () => import('./shard.ts') },
};

/** Earlier names. */
const ALIASES: Readonly<Record<string, string>> = { indexes: 'migrate' };

export function commandOf(name: string): CliCommand | null {
  const own = Object.hasOwn(ALIASES, name) ? ALIASES[name]! : name;
  return Object.hasOwn(COMMANDS, own) ? COMMANDS[own]! : null;
}
