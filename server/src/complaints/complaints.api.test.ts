import { randomUUID } from 'node:crypto';
import { addDays, guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { addBusinessDays } from '@ceiba/domain/dates/holidays';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openServices } from '../services.ts';
import { tasksOf } from '../slices.ts';
import { mintProof } from '../testing/captcha-proofs.ts';
import { typing } from '../testing/operator.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';
import { complaintCommands } from './complaint-command.ts';

const runComplaintCommand = typing(complaintCommands, 'complaint');

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.db.pool.query('delete from mails; delete from complaints; delete from call_budgets');
  await shop.db.pool.query('alter table complaints alter column number restart');
});

const complaint = {
  name: 'Ana Ajú',
  email: 'Ana@Correo.gt',
  phone: '5550-1234',
  orderNumber: '100000007',
  text: 'La licuadora llegó rota.\nNadie contesta.',
};

interface Filing {
  body?: object;
  key?: string;
  client?: string;
  token?: string;
}

const file = async ({ body = {}, key = randomUUID(), client = '10.9.0.1', token }: Filing = {}) => {
  const answer = await shop.inject({
    method: 'POST',
    url: '/v1/complaints',
    remoteAddress: client,
    headers: { 'idempotency-key': key, 'x-recaptcha': token ?? (await mintProof(shop)) },
    payload: { ...complaint, ...body },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};

const rowsOf = async <Row extends object>(sql: string): Promise<Row[]> => (await shop.db.pool.query<Row>(sql)).rows;
const complaints = () => rowsOf<Record<string, unknown>>('select * from complaints order by number');
const mails = () =>
  rowsOf<Record<string, string>>('select recipient, subject, text, html from mails order by created_at');

const command = async (...args: string[]): Promise<{ isDone: boolean; said: string }> => {
  const lines: string[] = [];
  const { publicUrl } = shop.config;
  const say = (line: string) => lines.push(line);
  const isDone = await runComplaintCommand({
    db: shop.db,
    config: { ...shop.config, publicUrl },
    policy: shop.policy(),
    args,
    now: new Date(),
    say,
  });
  return { isDone, said: lines.join('\n') };
};

test('[DEC-217] the answer and a mail show a complaint’s number, but the mail does not quote the complaint', async () => {
  const filed = await file();
  const answerBy = addBusinessDays(guatemalaDate(new Date()), 8);
  expect([filed.status, filed.body]).toEqual([201, { status: 201, data: { complaintNumber: 'Q-1', answerBy } }]);
  expect(await complaints()).toMatchObject([
    {
      number: 1,
      name: 'Ana Ajú',
      email: 'ana@correo.gt',
      phone: '55501234',
      text: complaint.text,
    },
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'ana@correo.gt', subject: 'Libro de quejas: recibimos tu queja Q-1' });
  expect(mail?.text).toContain('sobre el pedido 100000007');
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/licuadora/);
  const { rows } = await shop.db.pool.query(
    `select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'send-mail'`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('a complaint needs no order, and may name an order that does not exist', async () => {
  expect((await file({ body: { orderNumber: null } })).status).toBe(201);
  expect((await file({ body: { orderNumber: '999999999' } })).status).toBe(201);
  expect((await complaints()).map(({ order_number }) => Number(order_number))).toEqual([0, 999_999_999]);
});

test.each([
  ['name', ''],
  ['name', 'Visita www.premio.example'],
  ['email', 'ana@'],
  ['phone', '1234'],
  ['orderNumber', '12'],
  ['text', 'x'.repeat(9)],
  ['text', `         ${'x'.repeat(9)}`],
  ['text', 'x'.repeat(2_001)],
])('[DEC-217] %s %j is refused at its field, and neither stored nor counted', async (field, value) => {
  const refused = await file({ body: { [field]: value } });
  expect([refused.status, Object.keys(refused.body.error.metadata.fields)]).toEqual([400, [field]]);
  expect([await complaints(), await rowsOf(`select 1 from call_budgets where budget like 'complaints%'`)]).toEqual([
    [],
    [],
  ]);
});

test.each([10, 2_000])('[DEC-217] a complaint of %i characters is accepted', async (length) => {
  expect((await file({ body: { text: 'x'.repeat(length) } })).status).toBe(201);
});

test('without a captcha, or with a used captcha, nothing is written', async () => {
  const token = await mintProof(shop);
  expect((await file({ token })).status).toBe(201);
  expect((await file({ token })).body.error.code).toBe('CAPTCHA_FAILED');
  expect((await file({ token: '' })).body.error.code).toBe('CAPTCHA_FAILED');
  expect(await complaints()).toHaveLength(1);
});

test('a repeated complaint is stored and counted once, but another complaint with its key is refused', async () => {
  const key = randomUUID();
  const both = await Promise.all([file({ key }), file({ key })]);
  const again = await file({ key });
  expect([...both, again].map(({ status, body }) => [status, body.data.complaintNumber])).toEqual([
    [201, 'Q-1'],
    [201, 'Q-1'],
    [201, 'Q-1'],
  ]);
  expect((await file({ key, body: { text: 'Otra cosa distinta.' } })).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect([(await complaints()).length, (await mails()).length]).toEqual([1, 1]);
  for (const status of [201, 201, 429]) expect((await file()).status).toBe(status);
  // A repetition is also answered if no further complaint is allowed.
  expect((await file({ key })).status).toBe(201);
});

test('a complaint refused because of its client does not count for its address', async () => {
  const mine = await Promise.all([1, 2, 3].map(() => file({ client: '10.9.7.1' })));
  expect(mine.map(({ status }) => status)).toEqual([201, 201, 201]);
  const email = 'victima@correo.gt';
  for (const _ of [1, 2, 3]) expect((await file({ client: '10.9.7.1', body: { email } })).status).toBe(429);
  expect((await file({ client: '10.9.7.2', body: { email } })).status).toBe(201);
});

test('[DEC-217] a client may file three complaints a day, and so may an address, even concurrently', async () => {
  const fromOneClient = await Promise.all([1, 2, 3, 4, 5].map((n) => file({ body: { email: `a${n}@correo.gt` } })));
  expect(fromOneClient.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429]);
  const refused = fromOneClient.find(({ status }) => status === 429);
  expect(refused?.body.error.message).toBe('Puedes escribir 3 quejas al día. Intenta de nuevo mañana.');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000);
  const ofOneAddress = await Promise.all([1, 2, 3, 4].map((n) => file({ client: `10.9.1.${n}` })));
  expect(ofOneAddress.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429]);
  expect(await complaints()).toHaveLength(6);
  await shop.db.pool.query(`update call_budgets set ends_at = now() - interval '1 second'`);
  expect((await file()).status).toBe(201);
});

test('[DEC-217] staff list open complaints and answer each once, by a mail that does not quote it', async () => {
  expect((await command('list')).said).toBe('No complaint waits for an answer.');
  await file();
  await file({ body: { name: 'Eva', email: 'eva@correo.gt', text: 'Me cobraron dos veces.' } });
  await file({ body: { email: 'eva@correo.gt', text: 'Me cobraron dos veces.' } });
  const waiting = (await command('list')).said;
  expect(waiting).toContain('Q-1  filed ');
  expect(waiting).toContain('    La licuadora llegó rota. Nadie contesta.');
  expect(waiting).toContain('Q-2  filed ');
  await shop.db.pool.query(`delete from mails`);

  const answer = 'Te enviamos otra licuadora mañana.';
  expect(await command('answer', 'Q-1', answer)).toMatchObject({ isDone: true });
  expect(await command('answer', 'Q-1', answer)).toMatchObject({
    isDone: true,
    said: 'Complaint Q-1 has this answer already; no mail is sent.',
  });
  const sent = await mails();
  expect(sent).toMatchObject([{ recipient: 'ana@correo.gt', subject: 'Libro de quejas: respuesta a tu queja Q-1' }]);
  expect(sent[0]?.text).toContain(answer);
  for (const typed of [complaint.text, complaint.name]) expect(sent[0]?.text).not.toContain(typed);
  expect((await command('list')).said).not.toContain('Q-1 ');
  expect((await command('list', 'all')).said).toContain(`    > ${answer}`);
  expect(await command('answer', 'Q-1', 'Y te devolvemos el envío.')).toMatchObject({ isDone: true });
  expect(await mails()).toHaveLength(2);
});

test('a complaint settled by telephone is closed without a mail, and records how', async () => {
  await file();
  await shop.db.pool.query(`delete from mails`);
  const how = 'Resuelto por teléfono.';
  expect(await command('close', 'Q-1', how)).toMatchObject({
    isDone: true,
    said: 'Complaint Q-1 is closed without a mail.',
  });
  expect(await mails()).toEqual([]);
  expect((await command('list')).said).toBe('No complaint waits for an answer.');
  expect((await command('list', 'all')).said).toContain(`    > ${how}`);
});

test.each([
  ['an unknown number', ['answer', 'Q-99', 'Hola']],
  ['no number', ['answer', '99', 'Hola']],
  ['no words', ['answer', 'Q-1', '  ']],
  ['no words to close with', ['close', 'Q-1']],
  ['another verb', ['forget', 'Q-1', 'Hola']],
])('the command refuses %s, and writes nothing', async (_, args) => {
  await file();
  expect(await command(...args)).toMatchObject({ isDone: false });
  expect(await rowsOf('select 1 from complaint_answers')).toEqual([]);
});

test('a complaint is late after eight days', async () => {
  await file();
  expect((await command('list')).said).not.toContain('LATE');
  await shop.db.pool.query(`update complaints set filed_at = filed_at - interval '30 days'`);
  expect((await command('list')).said).toContain(', LATE');
});

test('the policy decides when an answered complaint is deleted, but an open complaint is never deleted', async () => {
  const tasks = tasksOf(openServices({ ...shop, db: shop.db }));
  const run = () =>
    tasks
      .find(({ name }) => name === 'delete-old-complaints')
      ?.run({}, { now: new Date(`${addDays(guatemalaDate(new Date()), 1_824)}T12:00:00Z`), log: shop.log });
  await file();
  await file();
  await command('answer', 'Q-1', 'Listo.');
  await shop.db.pool.query(`update complaints set filed_at = filed_at - interval '2000 days'`);
  await run();
  expect(await complaints()).toHaveLength(2);
  await shop.setPolicy('complaintDays', '1000');
  await run();
  await shop.setPolicy('complaintDays', 'default');
  expect((await complaints()).map(({ number }) => number)).toEqual([2]);
});
