import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpMailer } from '../notifications/mailer.ts';
import { sendMailTasks, writeMail } from '../notifications/write-mail.ts';
import { openServices } from '../services.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { operator, typing } from '../testing/operator.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { until } from '../testing/until.ts';
import { jobCommands } from './job-command.ts';
import { enqueue } from './job-queue.ts';
import { startWorker, type Task } from './worker.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const type = typing(jobCommands, 'job');
const job = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const isDone = await type({ db: shop.db, args, say: (text) => void lines.push(text) });
  return { isDone, said: lines.join('\n') };
};

const errors: object[] = [];
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) };

const runUntil = async (tasks: readonly Task[], isSo: () => Promise<boolean>): Promise<void> => {
  const worker = await startWorker({ url: shop.url, tasks, log });
  try {
    await until(isSo);
  } finally {
    await worker.close();
  }
};

const jobsOf = async (task: string): Promise<{ id: string; isDead: boolean }[]> => {
  const { rows } = await shop.db.pool.query<{ id: string; isDead: boolean }>(
    `select id::text, attempts >= max_attempts as "isDead" from graphile_worker.jobs where task_identifier = $1`,
    [task],
  );
  return rows;
};
const isDead = async (task: string): Promise<boolean> => (await jobsOf(task))[0]?.isDead === true;

test('[OPS-18] a mail refused at its last try is a dead job, reported immediately, and sent once if retried', async () => {
  const server = await startMailServer(1);
  const mailer = createSmtpMailer({ url: server.url, from: 'tienda@correo.gt' });
  const tasks = sendMailTasks({ ...openServices(shop), mailer });
  await writeMail(
    shop.db.write,
    'a',
    { recipient: 'ana@correo.gt', subject: 'Hola', html: '<p>Hola</p>', text: 'Hola' },
    new Date(),
  );
  await shop.db.pool.query('update graphile_worker._private_jobs set max_attempts = 1');
  await runUntil(tasks, () => isDead('send-mail'));
  const [{ id } = { id: '' }] = await jobsOf('send-mail');
  expect(errors).toContainEqual({ task: 'send-mail', job: Number(id) });
  expect((await job('list')).said).toMatch(new RegExp(`^${id} +send-mail +dead after 1 tries\\n`));
  for (const _ of [1, 2])
    expect(await job('retry', id)).toEqual({ isDone: true, said: 'send-mail is retried immediately.' });
  await runUntil(tasks, async () => (await jobsOf('send-mail')).length === 0);
  expect(server.messages).toHaveLength(1);
  expect(await job('retry', id)).toMatchObject({ isDone: false });
  expect((await job('list')).said).toBe('No job has failed.');
  server.server.close();
});

test('[OPS-18] a command discards a failed job with a reason, but not a job that has not failed', async () => {
  const breaks: Task = { name: 'breaks', run: () => Promise.reject(new Error('no answer')) };
  await enqueue(shop.db.write, { task: 'breaks', payload: {}, maxAttempts: 1 });
  const [{ id } = { id: '' }] = await jobsOf('breaks');
  expect(await job('discard', id, '--reason', 'Prueba')).toMatchObject({ isDone: false });
  await runUntil([breaks], () => isDead('breaks'));
  expect(await job('discard', id)).toMatchObject({
    isDone: false,
    said: expect.stringContaining('--reason is missing'),
  });
  expect(await job('discard', id, '--reason', 'Prueba')).toEqual({
    isDone: true,
    said: 'breaks is never tried again.',
  });
  expect(await jobsOf('breaks')).toEqual([]);
  const { rows } = await shop.db.pool.query('select task, last_error, reason, actor from discarded_jobs');
  expect(rows).toEqual([{ task: 'breaks', last_error: 'no answer', reason: 'Prueba', actor: operator }]);
});
