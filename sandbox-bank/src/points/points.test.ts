import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { specialIdentifiers } from '../billing/taxpayers.ts';
import { expectedSilenceMs } from '../testing/expected-silence.ts';
import { cardOf, openTestBank } from '../testing/test-bank.ts';

const person = { dpi: '1234567890101', birthDate: '1990-05-15' };

describe('[DEC-165] balances', () => {
  test.each([
    ['MaxpointsPoints', person, 40_000],
    ['MaxpointsPoints', { dpi: '2345678901201', birthDate: '1985-01-01' }, 0],
    ['BiPoints', cardOf('4111111111111111'), 25_000],
    ['BacPoints', cardOf('5105105105105100'), 12_000],
    ['VisanetPoints', cardOf('4012888888881881'), 8_000],
    ['PromericaPoints', cardOf('2223003122003222'), 5_000],
  ])('%s has for %o %i points', async (program, identity, availablePoints) => {
    const bank = await openTestBank();
    const balance = await bank.post(`/points/${program}/balance`, identity);
    expect(balance).toEqual({ status: 200, body: { account: expect.any(String), availablePoints } });
  });

  test.each([
    ['MaxpointsPoints', { ...person, birthDate: '1990-05-16' }],
    ['MaxpointsPoints', { ...person, dpi: '1234567890102' }],
    ['BiPoints', cardOf('5105105105105100')],
    ['BiPoints', { ...cardOf('4111111111111111'), cvv: '124' }],
    ['BiPoints', { ...cardOf('4111111111111111'), expiry: '01/24' }],
  ])('%s has no account for %o', async (program, identity) => {
    const bank = await openTestBank();
    const balance = await bank.post(`/points/${program}/balance`, identity);
    expect(balance).toMatchObject({
      status: 404,
      body: { code: 'POINTS_ACCOUNT_NOT_FOUND', message: expect.any(String) },
    });
  });

  test('a program that is down or does not exist', async () => {
    const bank = await openTestBank();
    const unavailable = { ...person, dpi: specialIdentifiers.unavailable.dpi };
    expect((await bank.post('/points/MaxpointsPoints/balance', unavailable)).status).toBe(502);
    expect((await bank.post('/points/BiPoints/balance', cardOf('4000000000000119'))).status).toBe(502);
    const silent = { ...person, dpi: specialIdentifiers.silent.dpi };
    await expect(bank.post('/points/MaxpointsPoints/balance', silent, expectedSilenceMs)).rejects.toThrow(/timeout/i);
    expect((await bank.post('/points/Millas/balance', person)).body.code).toBe('POINTS_PROGRAM_NOT_FOUND');
  });
});

describe('reservations', () => {
  const open = async () => {
    const bank = await openTestBank();
    const balance = async () => (await bank.post('/points/MaxpointsPoints/balance', person)).body;
    const { account } = await balance();
    const reservation = (points: number) => ({ key: randomUUID(), account, points });
    return { bank, reservation, points: async () => (await balance()).availablePoints };
  };

  test('reserve points, release them, capture them and return them', async () => {
    const { bank, reservation, points } = await open();
    const [freed, taken] = [reservation(1_000), reservation(2_500)];
    for (const each of [freed, taken]) expect((await bank.post('/points/holds', each)).status).toBe(201);
    expect(await points()).toBe(36_500);
    expect((await bank.post(`/points/holds/${freed.key}/release`)).body.status).toBe('released');
    expect((await bank.post(`/points/holds/${taken.key}/capture`)).body.status).toBe('captured');
    expect(await points()).toBe(37_500);
    expect((await bank.post(`/points/holds/${taken.key}/release`)).body.code).toBe('POINTS_HOLD_CLOSED');
    expect((await bank.post(`/points/holds/${freed.key}/capture`)).body.code).toBe('POINTS_HOLD_CLOSED');
    for (const _twice of [1, 2]) {
      expect((await bank.post(`/points/holds/${taken.key}/return`)).body.status).toBe('returned');
    }
    expect(await points()).toBe(40_000);
  });

  test('are returned in parts, once per key and never more than is left, before and after capture', async () => {
    const { bank, reservation, points: available } = await open();
    const whole = reservation(1_000);
    await bank.post('/points/holds', whole);
    const give = (points: number, key: string = randomUUID()) =>
      bank.post(`/points/holds/${whole.key}/paybacks`, { key, points });
    const part = randomUUID();
    expect([await give(300, part), await give(300, part)].map(({ status }) => status)).toEqual([201, 201]);
    expect((await give(301, part)).body.code).toBe('KEY_REUSED');
    await bank.post(`/points/holds/${whole.key}/capture`);
    expect((await give(700)).status).toBe(201);
    expect((await give(1)).body.code).toBe('POINTS_HOLD_CLOSED');
    expect(await available()).toBe(40_000);
    await bank.post(`/points/holds/${whole.key}/return`);
    expect(await available()).toBe(40_000);
    expect((await bank.post(`/points/holds/${randomUUID()}/paybacks`, { key: randomUUID(), points: 1 })).status).toBe(
      404,
    );
  });

  test('are made once per key', async () => {
    const { bank, reservation, points } = await open();
    const twice = reservation(1_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bank.post('/points/holds', twice)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await points()).toBe(39_000);
    const other = await bank.post('/points/holds', { ...twice, points: 1_001 });
    expect(other).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
    expect(await bank.get(`/points/holds/${twice.key}`)).toEqual(answers[0] && { ...answers[0], status: 200 });
  });

  test('never exceed the balance, even at the same time', async () => {
    const { bank, reservation, points } = await open();
    const answers = await Promise.all(Array.from({ length: 10 }, () => bank.post('/points/holds', reservation(9_000))));
    const refused = answers.filter(({ body }) => body.code === 'POINTS_UNAVAILABLE');
    expect(refused).toHaveLength(6);
    expect(refused.every(({ status }) => status === 409)).toBe(true);
    expect(await points()).toBe(4_000);
  });

  test('are refused if they were released before they arrived', async () => {
    const { bank, reservation, points } = await open();
    const late = reservation(1_000);
    expect((await bank.get(`/points/holds/${late.key}`)).status).toBe(404);
    expect((await bank.post(`/points/holds/${late.key}/capture`)).status).toBe(404);
    expect((await bank.post(`/points/holds/${late.key}/release`)).body.status).toBe('voided');
    expect((await bank.post('/points/holds', late)).body.code).toBe('POINTS_HOLD_CLOSED');
    expect(await points()).toBe(40_000);
  });
});

describe('[DEC-107] reservations of accounts with a simulated fault', () => {
  const open = async (number: string, options: Parameters<typeof openTestBank>[0] = {}) => {
    const bank = await openTestBank(options);
    const balance = async () => (await bank.post('/points/BiPoints/balance', cardOf(number))).body;
    const { account } = await balance();
    return {
      bank,
      reservation: { key: randomUUID(), account, points: 500 },
      points: async () => (await balance()).availablePoints,
    };
  };

  test('are refused, however many points the account has', async () => {
    const { bank, reservation, points } = await open('4000000000009995');
    expect((await bank.post('/points/holds', reservation)).body.code).toBe('POINTS_UNAVAILABLE');
    expect(await points()).toBe(25_000);
  });

  test('are made even if the response is lost, and the same key returns the reservation', async () => {
    const { bank, reservation, points } = await open('4000000000000424');
    await expect(bank.post('/points/holds', reservation)).rejects.toThrow('fetch failed');
    expect(await points()).toBe(24_500);
    expect((await bank.post('/points/holds', reservation)).status).toBe(201);
    expect(await points()).toBe(24_500);
  });

  test('are made even if a proxy answers 502', async () => {
    const { bank, reservation, points } = await open('4000000000000713');
    expect(await bank.post('/points/holds', reservation)).toMatchObject({ status: 502, body: {} });
    expect(await points()).toBe(24_500);
  });

  test('are made only at the second try after a temporary error', async () => {
    const { bank, reservation, points } = await open('4000000000000614');
    expect((await bank.post('/points/holds', reservation)).body.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(await points()).toBe(25_000);
    expect((await bank.post('/points/holds', reservation)).status).toBe(201);
  });

  test.each(['4000000000000515', '4000000000000523'])('are made before the response arrives: %s', async (number) => {
    const { bank, reservation, points } = await open(number);
    expect((await bank.post('/points/holds', reservation)).status).toBe(201);
    expect(await points()).toBe(24_500);
  });

  test('are not made late if the key was released before', async () => {
    const arrival = Promise.withResolvers<void>();
    const { bank, reservation, points } = await open('4000000000000432', { delays: { late: arrival.promise } });
    const late = bank.post('/points/holds', reservation);
    expect((await bank.post(`/points/holds/${reservation.key}/release`)).body.status).toBe('voided');
    arrival.resolve();
    expect((await late).body.code).toBe('POINTS_HOLD_CLOSED');
    expect(await points()).toBe(25_000);
    const other = { ...reservation, key: randomUUID() };
    expect((await bank.post('/points/holds', other)).status).toBe(201);
    expect(await points()).toBe(24_500);
  });
});

test('the list of reservations continues after each page, without tombstones', async () => {
  const bank = await openTestBank();
  const { account } = (await bank.post('/points/MaxpointsPoints/balance', person)).body;
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  await bank.post(`/points/holds/${randomUUID()}/release`);
  for (const key of keys) await bank.post('/points/holds', { key, account, points: 250 });
  await bank.post(`/points/holds/${keys[1]}/capture`);
  const first = await bank.get('/points/holds?limit=2');
  expect(first.body.holds?.map(({ key, status }) => [key, status])).toEqual([
    [keys[0], 'held'],
    [keys[1], 'captured'],
  ]);
  const second = await bank.get(`/points/holds?limit=2&after=${first.body.next}`);
  expect(second.body).toMatchObject({ holds: [{ key: keys[2], points: 250, status: 'held' }], next: null });
});

describe('members', () => {
  const member = (changes: Record<string, unknown> = {}) => ({
    key: randomUUID(),
    documentId: '7038409750108',
    documentType: 'DPI',
    firstName: 'Rosa',
    lastName: 'Tzul',
    email: 'rosa@correo.example',
    phone: '55501234',
    dateOfBirth: '1992-02-29',
    gender: 'F',
    acceptTerms: true,
    ...changes,
  });
  const lookUp = (type: string, id: string) => `/points/members?documentType=${type}&documentId=${id}`;

  test('register once and are found by their document', async () => {
    const bank = await openTestBank();
    const rosa = member();
    expect((await bank.get(lookUp('DPI', rosa.documentId))).body.code).toBe('MEMBER_NOT_FOUND');
    const first = await bank.post('/points/members', rosa);
    expect(first).toEqual({ status: 201, body: { registered: true, points: 0 } });
    expect(await bank.post('/points/members', rosa)).toEqual(first);
    const second = await bank.post('/points/members', member({ dateOfBirth: '1993-01-01' }));
    expect(second).toMatchObject({ status: 409, body: { code: 'MEMBER_EXISTS' } });
    expect((await bank.get(lookUp('DPI', rosa.documentId))).body).toEqual({ registered: true, points: 0 });
    expect((await bank.get(lookUp('Pasaporte', rosa.documentId))).status).toBe(404);
    const identity = { dpi: rosa.documentId, birthDate: rosa.dateOfBirth };
    expect((await bank.post('/points/MaxpointsPoints/balance', identity)).body.availablePoints).toBe(0);
  });

  test('[DEC-165] the demo accounts are members already', async () => {
    const bank = await openTestBank();
    expect((await bank.get(lookUp('DPI', person.dpi))).body).toEqual({ registered: true, points: 40_000 });
    expect((await bank.post('/points/members', member({ documentId: person.dpi }))).body.code).toBe('MEMBER_EXISTS');
  });

  test.each([{ acceptTerms: false }, { documentType: 'CF' }, { email: 'rosa' }, { dateOfBirth: '1992-02-30' }])(
    'are not registered with %o',
    async (changes) => {
      const bank = await openTestBank();
      expect((await bank.post('/points/members', member(changes))).status).toBe(400);
    },
  );
});

describe('points of purchases', () => {
  const document = { documentType: 'DPI', documentId: '1234 56789 0101' };
  const open = async () => {
    const bank = await openTestBank();
    const points = async () => (await bank.post('/points/MaxpointsPoints/balance', person)).body.availablePoints;
    return { bank, points, credit: { key: randomUUID(), document, points: 45 } };
  };

  test('a credit counts once per key, and never with another body', async () => {
    const { bank, points, credit } = await open();
    for (let time = 0; time < 2; time += 1)
      expect(await bank.post('/points/credits', credit)).toMatchObject({ status: 201, body: { points: 45 } });
    expect(await points()).toBe(40_045);
    expect((await bank.post('/points/credits', { ...credit, points: 46 })).body.code).toBe('KEY_REUSED');
    const stranger = { ...credit, key: randomUUID(), document: { documentType: 'NIT', documentId: '1' } };
    expect((await bank.post('/points/credits', stranger)).body.code).toBe('MEMBER_NOT_FOUND');
  });

  test('a part is taken back once per key, and never more than the credit gave', async () => {
    const { bank, points, credit } = await open();
    await bank.post('/points/credits', credit);
    const takebacks = `/points/credits/${credit.key}/takebacks`;
    const part = { key: randomUUID(), points: 40 };
    for (let time = 0; time < 2; time += 1) expect((await bank.post(takebacks, part)).status).toBe(201);
    expect(await points()).toBe(40_005);
    const more = { key: randomUUID(), points: 6 };
    expect((await bank.post(takebacks, more)).body.code).toBe('POINTS_CREDIT_SPENT');
    const unknown = `/points/credits/${randomUUID()}/takebacks`;
    expect((await bank.post(unknown, more)).body.code).toBe('POINTS_CREDIT_NOT_FOUND');
  });
});
