import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../test-shop.ts';
import { describeStatements } from './describe-statements.ts';
import { loadStatements } from './load-statements.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `npm run statements` regenerates both files.
test('the generated files match PostgreSQL’s description of each statement', async () => {
  const clone = await cloneDatabase();
  const client = new pg.Client({ connectionString: clone.url });
  await client.connect();
  try {
    const schema = readFileSync(here('../../../sql/schema.dump.sql'), 'utf8');
    const { types, facts } = await describeStatements(client, await loadStatements(), schema);
    await expect(types).toMatchFileSnapshot(here('../../statements.gen.ts'));
    await expect(facts).toMatchFileSnapshot(here('descriptions.gen.ts'));
  } finally {
    await client.end();
    await clone.drop();
  }
});
