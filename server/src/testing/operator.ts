import type { Actor } from '@ceiba/domain/actors/actor';

/** Who types the commands of tests. */
export const operator: Actor = { kind: 'command', id: 'pruebas' };
