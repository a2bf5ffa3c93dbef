import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the request being answered, wherever the code is. */
interface RequestScope {
  statements: number;
  names: string[];
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs `work` with its own statement count. */
export const withRequestScope = <T>(work: () => T): T => storage.run({ statements: 0, names: [] }, work);

/** Given to the database: counts a statement for the request it belongs to. */
export const countStatement = (name: string | undefined): void => {
  const scope = storage.getStore();
  if (scope === undefined) return;
  scope.statements += 1;
  scope.names.push(name ?? 'unnamed');
};

/** SQL statements sent by this request so far (BEGIN and COMMIT excluded), and their names in order. */
export const statementsOfRequest = (): { count: number; names: readonly string[] } => {
  const scope = storage.getStore();
  return { count: scope?.statements ?? 0, names: scope?.names ?? [] };
};
