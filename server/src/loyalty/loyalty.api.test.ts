import { randomUUID } from 'node:crypto';
import { specialIdentifiers } from '@ceiba/sandbox-bank/billing/taxpayers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, done } from '../testing/cart-calls.ts';
import { merchantKey, openShopWithBank } from '../testing/order-calls.ts';
import { type SignedInCustomer, signInCustomer } from '../testing/sessions.ts';
import type { TestShop } from '../testing/test-shop.ts';
import { createHttpLoyaltyProgram, type LoyaltyProgram, type NewMember } from './loyalty-program.ts';
import { registerMember } from './membership.ts';

let open: Awaited<ReturnType<typeof openShopWithBank>>;
let shop: TestShop;
beforeAll(async () => {
  open = await openShopWithBank();
  shop = open.shop;
});
afterAll(() => open.close());

let people = 0;
const signIn = (): Promise<SignedInCustomer> => {
  people += 1;
  return signInCustomer(shop.db, `socia-${people}@correo.gt`, new Date());
};

/** Returns a DPI that no other test uses. */
const newDpi = (): string => {
  people += 1;
  return `7${String(people).padStart(12, '0')}`;
};

const formOf = (documentId: string, changes: object = {}) => ({
  documentId,
  documentType: 'DPI' as const,
  firstName: 'Rosa',
  lastName: 'Tzul',
  email: 'rosa@correo.gt',
  phone: '5550-1234',
  dateOfBirth: '1992-02-29',
  gender: 2 as const,
  acceptTerms: true as const,
  ...changes,
});

const join = ({ headers, email }: SignedInCustomer, documentId: string, changes: object = {}) =>
  shop.call('registerLoyalty', { body: formOf(documentId, { email, ...changes }) }, { headers });
const lookUp = ({ headers }: SignedInCustomer, query: { documentId?: string; documentType?: 'DPI' | 'NIT' } = {}) =>
  shop.call('getLoyalty', { query }, { headers });
const isMember = async ({ headers }: SignedInCustomer): Promise<boolean> =>
  done(await shop.call('getCustomer', {}, { headers })).registerLeal;
const setProfile = ({ headers }: SignedInCustomer, body: object) => shop.call('changeProfile', { body }, { headers });

test('[API-04, API-05, PTS-20, PROF-23, DEC-116] a customer registers, gets the points, and is found by the document', async () => {
  const rosa = await signIn();
  const dpi = newDpi();
  expect(codeOf(await lookUp(rosa, { documentId: dpi, documentType: 'DPI' }))).toBe('LOYALTY_MEMBER_NOT_FOUND');
  expect(done(await join(rosa, dpi))).toEqual({ status: 201, data: { result: true, points: 0 } });
  expect(await isMember(rosa)).toBe(true);
  const found = { status: 200, data: { registered: true, points: 0 } };
  const written = `${dpi.slice(0, 4)} ${dpi.slice(4, 9)} ${dpi.slice(9)}`;
  expect(done(await lookUp(rosa, { documentId: written, documentType: 'DPI' }))).toEqual(found);
  expect(done(await lookUp(rosa))).toEqual(found);
  expect(codeOf(await lookUp(rosa, { documentId: '576937K', documentType: 'NIT' }))).toBe('LOYALTY_MEMBER_NOT_FOUND');
});

test.each([
  ['NIT', '576937-K'],
  ['Pasaporte', 'ab 123456'],
] as const)('[API-04, DEC-116] a %s can register, too', async (documentType, documentId) => {
  const rosa = await signIn();
  expect(codeOf(await join(rosa, documentId, { documentType }))).toBe('ok');
  expect(done(await lookUp(rosa)).data.registered).toBe(true);
});

test('[API-04, DEC-116] a document that is already registered gets 409, even for its owner', async () => {
  const [rosa, eva] = [await signIn(), await signIn()];
  const dpi = newDpi();
  done(await join(rosa, dpi));
  const again = await join(rosa, newDpi());
  expect(again).toMatchObject({ error: { status: 409, message: 'Este documento ya tiene una cuenta de Puntos MAX.' } });
  expect(await join(eva, dpi)).toMatchObject({ error: { status: 409, code: 'LOYALTY_MEMBER_EXISTS' } });
  expect(await isMember(eva)).toBe(false);
  expect(codeOf(await join(eva, newDpi()))).toBe('ok');
});

test('[API-05, DEC-169] a document reveals nothing to strangers, because a profile’s DPI also needs its date of birth', async () => {
  const [ana, eva] = [await signIn(), await signIn()];
  const document = { documentId: '1234567890101', documentType: 'DPI' } as const;
  expect(codeOf(await lookUp(eva, document))).toBe('LOYALTY_MEMBER_NOT_FOUND');
  done(await setProfile(eva, { dpi: '1234567890101', dateOfBirth: '1991-01-01' }));
  for (let tried = 0; tried < 5; tried += 1)
    expect(codeOf(await lookUp(eva, document))).toBe('LOYALTY_MEMBER_NOT_FOUND');
  // After five guesses at one account, no answer shows whether a guess was right (DEC-196).
  done(await setProfile(eva, { dateOfBirth: '1990-05-15' }));
  expect(codeOf(await lookUp(eva, document))).toBe('RATE_LIMITED');
  await shop.db.pool.query('delete from points_guesses');
  done(await setProfile(ana, { dpi: '1234567890101', dateOfBirth: '1990-05-15' }));
  expect(done(await lookUp(ana, document)).data).toEqual({ registered: true, points: 40_000 });
  expect(await isMember(ana)).toBe(true);
});

test('[API-04] errors are reported for each field, and the program is not called', async () => {
  const rosa = await signIn();
  const answer = await join(rosa, '123', { phone: '123', email: 'rosa', dateOfBirth: '2999-01-01' });
  expect(answer).toMatchObject({
    error: {
      status: 400,
      metadata: {
        fields: {
          documentId: 'El DPI debe contener exactamente 13 dígitos.',
          phone: 'El número de teléfono debe contener exactamente 8 dígitos.',
          email: 'Correo inválido',
          dateOfBirth: 'Ingresa una fecha de nacimiento válida.',
        },
      },
    },
  });
  expect((await shop.db.pool.query('select 1 from loyalty_members where customer_id = $1', [rosa.id])).rows).toEqual(
    [],
  );
});

test('[API-04] a stranger’s e-mail is refused, because the program would use the stranger’s account', async () => {
  const [rosa, dpi] = [await signIn(), newDpi()];
  expect(await join(rosa, dpi, { email: 'otra@correo.gt' })).toMatchObject({
    error: { status: 400, metadata: { fields: { email: 'Usa el correo de tu cuenta.' } } },
  });
  expect(codeOf(await lookUp(rosa, { documentId: dpi, documentType: 'DPI' }))).toBe('LOYALTY_MEMBER_NOT_FOUND');
  expect(codeOf(await join(rosa, dpi, { email: rosa.email.toUpperCase() }))).toBe('ok');
});

test('[API-04, DEC-02] if the program is down, the answer is 502', async () => {
  expect(await join(await signIn(), specialIdentifiers.unavailable.dpi)).toMatchObject({ error: { status: 502 } });
});

const member = (documentId: string): NewMember => ({
  documentType: 'DPI',
  documentId,
  firstName: 'Rosa',
  lastName: 'Tzul',
  email: 'rosa@correo.gt',
  phone: '+50255501234',
  dateOfBirth: '1992-02-29',
  gender: 'F',
});

test('[API-04] if the opening of an account got no answer, the next attempt finds the account', async () => {
  const { id: customerId } = await signIn();
  const program = createHttpLoyaltyProgram({ url: open.bank.url, merchantKey });
  const deaf: LoyaltyProgram = {
    ...program,
    register: async (key, asked) => {
      await program.register(key, asked);
      return { kind: 'unavailable' };
    },
  };
  const dpi = newDpi();
  const now = new Date();
  const guesser = { client: 'sorda', policy: { declinesPerAddress: 10, declinesPerBin: 10 }, factor: 1 };
  const call = (loyalty: LoyaltyProgram, changes: Partial<NewMember> = {}) =>
    registerMember({ db: shop.db, loyalty }, { customerId, member: { ...member(dpi), ...changes }, guesser, now });
  expect(codeOf(await call(deaf))).toBe('UPSTREAM_UNAVAILABLE');
  // The customer types the data again, slightly differently. The program already has the first request.
  expect(await call(program, { firstName: 'Rosa María' })).toEqual({ ok: true, value: 0 });
  expect(codeOf(await call(program))).toBe('LOYALTY_MEMBER_EXISTS');
});

test('[API-04] two concurrent registrations open one account', async () => {
  const rosa = await signIn();
  const dpi = newDpi();
  const codes = (await Promise.all([1, 2, 3, 4].map(() => join(rosa, dpi)))).map(codeOf);
  expect(codes).toContain('ok');
  expect(codes.every((code) => code === 'ok' || code === 'LOYALTY_MEMBER_EXISTS')).toBe(true);
  expect(done(await lookUp(rosa)).data.registered).toBe(true);
});

test('[API-09, AUTH-05, DEC-116] a registration also signs up, and reports a failed sign-up without losing the account', async () => {
  const signUp = (email: string, changes: object) =>
    shop.call('register', {
      body: {
        firstName: 'Rosa',
        lastName: 'Tzul',
        email,
        phone: '5550-1234',
        password: 'Ceiba2026demo',
        dateOfBirth: '1992-02-29',
        registerLeal: true,
        acceptTerms: true,
        ...changes,
      },
    });
  const outcome = async (email: string, changes: object) => {
    const { lealCreated, customer } = done(await signUp(email, changes)).data;
    return [lealCreated, customer.registerLeal];
  };
  expect(await outcome('alta@correo.gt', { dpi: newDpi() })).toEqual([true, true]);
  expect(await outcome('caida@correo.gt', { dpi: specialIdentifiers.unavailable.dpi })).toEqual([false, false]);
  expect(await outcome('ya@correo.gt', { dpi: '1234567890101' })).toEqual([false, false]);
  expect(await outcome('sin@correo.gt', {})).toEqual([false, false]);
  const login = await shop.call('login', { body: { email: 'caida@correo.gt', password: 'Ceiba2026demo' } });
  expect(done(login).data.customer.registerLeal).toBe(false);
});

test('[DEC-196] a client that tries many documents gets at most ten answers about membership', async () => {
  const [ana, ...members] = [await signIn(), ...Array.from({ length: 12 }, newDpi)];
  const guesser = { client: 'curiosa', policy: { declinesPerAddress: 10, declinesPerBin: 10 }, factor: 1 };
  const program = createHttpLoyaltyProgram({ url: open.bank.url, merchantKey });
  for (const dpi of members) await program.register(randomUUID(), member(dpi));
  const asked: string[] = [];
  const watched: LoyaltyProgram = {
    ...program,
    register: (key, wish) => {
      asked.push(wish.documentId);
      return program.register(key, wish);
    },
  };
  const guess = (dpi: string, client = guesser) =>
    registerMember(
      { db: shop.db, loyalty: watched },
      { customerId: ana.id, member: member(dpi), guesser: client, now: new Date() },
    );
  const codes = [];
  for (const dpi of members) codes.push(codeOf(await guess(dpi)));
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 'LOYALTY_MEMBER_EXISTS'), 'RATE_LIMITED', 'RATE_LIMITED']);
  expect(asked).toEqual(members.slice(0, 10));
  // Now an unused document reveals nothing either. Another client gets an answer.
  expect(codeOf(await guess(newDpi()))).toBe('RATE_LIMITED');
  expect(codeOf(await guess(newDpi(), { ...guesser, client: 'otra' }))).toBe('ok');
});

test('[API-04, API-09] call and sign-up count documents of members, and at the limit the call returns a wait', async () => {
  await shop.db.pool.query('delete from points_guesses');
  const [ana, eva] = [await signIn(), await signIn()];
  const dpi = newDpi();
  done(await join(ana, dpi));
  for (let tried = 0; tried < 4; tried += 1) expect(codeOf(await join(eva, dpi))).toBe('LOYALTY_MEMBER_EXISTS');
  const person = { firstName: 'Rosa', lastName: 'Tzul', email: 'tanteo@correo.gt', phone: '5550-1234', dpi };
  const body = { ...person, password: 'Ceiba2026demo', dateOfBirth: '1992-02-29', registerLeal: true } as const;
  expect(done(await shop.call('register', { body: { ...body, acceptTerms: true } })).data.lealCreated).toBe(false);
  expect(await join(eva, dpi)).toMatchObject({ error: { status: 429, code: 'RATE_LIMITED' } });
});

test('[FLAG-03] while the shop’s points program is off, nobody can join it, and no document is looked up', async () => {
  const rosa = await signIn();
  const setOwnProgram = (isOn: boolean) =>
    shop.db.pool.query(`update flags set enabled = $1 where name = 'pointsMax'`, [isOn]).then(shop.followRows);
  await setOwnProgram(false);
  expect(await join(rosa, newDpi())).toMatchObject({ error: { status: 403, code: 'POINTS_PROGRAM_NOT_ALLOWED' } });
  expect(codeOf(await lookUp(rosa))).toBe('POINTS_PROGRAM_NOT_ALLOWED');
  await setOwnProgram(true);
  expect(codeOf(await join(rosa, newDpi()))).toBe('ok');
});
