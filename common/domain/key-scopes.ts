/** The narrowest first: each scope includes those before it (docs/rules.md 18.1). */
export const SCOPES = ['read', 'send', 'all'] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

export const covers = (has: Scope, needed: Scope): boolean => SCOPES.indexOf(has) >= SCOPES.indexOf(needed);
