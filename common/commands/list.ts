/** Each module reads `process.argv` and does its work when it is loaded. */
export const COMMANDS: Readonly<Record<string, { readonly about: string; load(): Promise<unknown> }>> = {
  account: { about: 'creates accounts; lists, makes and ends keys', load: () => import('./account.ts') },
  indexes: { about: 'migrates the store and makes its indexes', load: () => import('./indexes.ts') },
  backup: { about: 'writes everything into one file', load: () => import('./backup.ts') },
  restore: { about: 'reads such a file into an empty store', load: () => import('./restore.ts') },
  'release-holds': {
    about: 'lets mails go out after a restore',
    load: () => import('./release-holds.ts'),
  },
  rotate: { about: 'seals secrets by the newest key', load: () => import('./rotate.ts') },
  erasures: { about: 'writes or reads the list of erased addresses', load: () => import('./erasures.ts') },
  quotas: { about: 'shows and sets what an account may have', load: () => import('./quotas.ts') },
  suspend: { about: 'stops the calls and mails of an account', load: () => import('./suspend.ts') },
  unsuspend: { about: 'ends a suspension', load: () => import('./unsuspend.ts') },
  'stop-sending': { about: 'stops all mail', load: () => import('./stop-sending.ts') },
  'resume-sending': { about: 'ends that stop', load: () => import('./resume-sending.ts') },
};
