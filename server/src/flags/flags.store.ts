import { statement } from '../platform/statement.ts';

export const listFlags = statement<{ name: string; enabled: boolean }>(
  'flags.all',
  'select name, enabled from flags order by name',
);
