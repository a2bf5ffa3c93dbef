import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fingerprintOf } from './describe-statements.ts';
import { describedSchema, descriptions } from './descriptions.gen.ts';
import { loadStatements } from './load-statements.ts';

// Runs without a database. `statements.api.test.ts` checks the same file against PostgreSQL.
test('statements.gen.ts fits the schema and the statements, otherwise run `npm run statements`', async () => {
  const statements = await loadStatements();
  const texts = [...statements].map(([name, { text }]) => [name, fingerprintOf(text)]).toSorted();
  expect(
    Object.entries(descriptions)
      .map(([name, { text }]) => [name, text])
      .toSorted(),
  ).toEqual(texts);
  const schema = readFileSync(new URL('../../../sql/schema.dump.sql', import.meta.url), 'utf8');
  expect(describedSchema).toBe(fingerprintOf(schema));
});
