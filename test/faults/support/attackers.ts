import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answers, Attack, Attacker } from '../attacks/attack.ts';
import type { Arena } from './arena.ts';
import { layAttacker } from './lay-attacker.ts';

/** A prepared attack, with an account and a process of its own. */
export interface LaidAttack {
  readonly attack: Attack;
  readonly attacker: Attacker;
  begin(): void;
  /** Ends it; returns the answers it got. */
  end(): Promise<Answers>;
}

/** Resolves when the process is ready to begin. */
export async function layAttack(arena: Arena, attack: Attack): Promise<LaidAttack> {
  const bare = await layAttacker(arena.stack.origin, attack.name);
  const attacker = { ...bare, laid: (await attack.lay?.(bare, arena)) ?? {} };
  const child: ChildProcess = fork(
    fileURLToPath(new URL('../attacks/attacker.ts', import.meta.url)),
    [attack.name, JSON.stringify(attacker)],
    { execArgv: ['--import', './local/typescript.mjs'] },
  );
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the attacker of ${attack.name} ended with ${code}`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return {
    attack,
    attacker,
    begin: () => void child.send('begin'),
    async end() {
      const answered = once(child, 'message');
      child.send('end');
      const [answers] = (await Promise.race([answered, ended])) as [Answers];
      return answers;
    },
  };
}
