import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../jobs/job-queue.ts';
import { startWorker, task } from '../jobs/worker.ts';
import { createLog } from '../platform/operations/log.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';

const planted = 'lucia.plantada@correo.gt';

let shop: TestShop;
let lines = '';
const log = createLog('trace', {
  write: (line: string) => {
    lines += line;
  },
});

// A planted defect. A call writes another customer's unique value, and the database quotes the value in its error.
beforeAll(async () => {
  shop = await openTestShop({ LOG_LEVEL: 'trace' }, { log });
  await shop.db.pool.query(`
    insert into customers (id, email, first_name, last_name) values (gen_random_uuid(), '${planted}', '', '');
    create function fail_by_value() returns trigger language plpgsql as $$
    begin
      insert into customers (id, email, first_name, last_name) values (gen_random_uuid(), '${planted}', '', '');
      return null;
    end $$;
    create trigger carts_fail after insert on carts for each row execute function fail_by_value();`);
});
afterAll(() => shop.close());

test('a unique violation is logged with its constraint’s name, but without the value', async () => {
  const answer = await shop.inject({ method: 'POST', url: '/v1/carts' });
  expect(answer.statusCode).toBe(500);
  expect(lines).toContain('"code":"23505"');
  expect(lines).toContain('"constraint":"customers_email_key"');
  expect(lines).toMatch(/"stack":"[^"]+ at /);
  expect(lines + answer.body).not.toContain(planted);
});

test('a failed job is logged and retried, without the value that the database quotes', async () => {
  const breaking = task('break', z.object({}), async () => {
    await shop.db.write.run({ text: 'select ($1::text)::uuid', values: [planted] });
  });
  const worker = await startWorker({ url: shop.url, tasks: [breaking], log });
  await enqueue(shop.db.write, { task: 'break', payload: {} });
  const failed = async () => {
    const { rows } = await shop.db.pool.query<{ last_error: string | null }>(
      `select last_error from graphile_worker.jobs where task_identifier = 'break'`,
    );
    return rows[0]?.last_error ?? '';
  };
  await until(async () => (await failed()) !== '');
  await until(() => lines.includes('Failed task'));
  await worker.close();
  expect(await failed()).toBe('PostgreSQL refused a value (22P02, string_to_uuid)');
  expect(lines).toContain('22P02');
  expect(lines).not.toContain(planted);
});
