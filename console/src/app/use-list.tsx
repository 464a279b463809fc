import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.ts';
import { dotted } from './dotted.ts';
import rows from './rows.module.css';

/** A record that uses another one. */
export interface Use {
  readonly kind: 'segment' | 'automation' | 'campaign' | 'template';
  readonly name: string;
  readonly to: string;
  /** The consequence for it when the used record is deleted. */
  readonly effect?: string;
  readonly state?: ReactNode;
}

interface UseListProps {
  readonly uses: readonly Use[];
  /** False where no deletion is asked for. */
  readonly hasEffects?: boolean;
}

export function UseList({ uses, hasEffects = true }: UseListProps) {
  const { useKinds } = useTexts();
  return (
    <ul className={rows.rows}>
      {uses.map(({ kind, name, to, effect, state }, at) => (
        <li key={`${to} ${at}`}>
          <div>
            <Link to={to}>{name}</Link>
            <div className="soft">{dotted(useKinds[kind], hasEffects && (effect ?? null))}</div>
          </div>
          {state}
        </li>
      ))}
    </ul>
  );
}
