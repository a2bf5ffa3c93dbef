import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { describeSchema } from './schema-dump.ts';

// To update: npm run generated
test('server/sql/schema.dump.sql matches the schema', async () => {
  const pool = new pg.Pool({ connectionString: inject('templateUrl') });
  const schema = await describeSchema(pool);
  await pool.end();
  await expect(schema).toMatchFileSnapshot(fileURLToPath(new URL('../../sql/schema.dump.sql', import.meta.url)));
});
