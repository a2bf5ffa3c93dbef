import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describedStatements } from '../../platform/db/statement.ts';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Loads every module of the server that declares a described statement. Returns all statements. */
export const loadStatements = async (): Promise<typeof describedStatements> => {
  const files = globSync('**/*.ts', { cwd: folder }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/'),
  );
  for (const file of files) {
    if (readFileSync(`${folder}${file}`, 'utf8').includes(`/statement.ts';`)) await import(`${folder}${file}`);
  }
  return describedStatements;
};
