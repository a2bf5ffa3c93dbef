import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { describeSchema } from './schema-dump.ts';
import { cloneDatabase } from './test-shop.ts';

// To update: npm run generated
test('server/sql/schema.dump.sql matches the schema', async () => {
  const clone = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: clone.url });
  const schema = await describeSchema(pool);
  await pool.end();
  await clone.drop();
  await expect(schema).toMatchFileSnapshot(fileURLToPath(new URL('../../sql/schema.dump.sql', import.meta.url)));
});
