import { randomUUIDv7 } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../testing/cart-calls.ts';
import { formPayload } from '../testing/form-payload.ts';
import { openDesk, type TestDesk } from '../testing/test-desk.ts';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
let owner: TestDesk;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await openDesk(shop, 'owner');
});
afterAll(() => shop.close());

const path = '/v1/admin/settings';
const read = async () => done(await owner.call('getSettings', {})).data;
/** Changes the settings with their current version. */
const change = async (values: object) =>
  owner.send('PATCH', path, { body: { version: (await read()).version, ...values } });
const refusedFields = async (values: object) => {
  const answer = await change(values);
  expect(answer.statusCode, answer.payload).toBe(400);
  return answer.json().error.metadata.fields;
};
const policyOfShop = async () => (await shop.inject({ method: 'GET', url: '/v1/policy' })).json().policy;

test('[PROD-16] settings are saved as people write them, and pages show them', async () => {
  const before = await read();
  expect(before.values).toMatchObject({ homeRegionFee: 30, pickupOpensAt: '09:00', bankDiscountBasisPoints: 10 });
  const answer = await change({
    shopName: 'Electrónica Maya',
    shopNit: '576937-k',
    homeRegionFee: 25.5,
    bankDiscountBasisPoints: 12.5,
    pickupOpensAt: '08:30',
    returnDays: 20,
    cashLimit: null,
    cashConfirmation: true,
    extraHolidays: '2090-01-02\n2090-01-03',
    shopLinks: 'https://facebook.com/maya',
  });
  expect(answer.statusCode, answer.payload).toBe(200);
  const { data } = answer.json();
  expect(data.version).toBe(before.version + 1);
  expect(data.values).toMatchObject({
    shopName: 'Electrónica Maya',
    shopNit: '576937-K',
    homeRegionFee: 25.5,
    bankDiscountBasisPoints: 12.5,
    pickupOpensAt: '08:30',
    returnDays: 20,
    cashLimit: null,
    cashConfirmation: true,
    extraHolidays: '2090-01-02\n2090-01-03',
    shopLinks: 'https://facebook.com/maya',
  });
  expect(data.standards).toEqual(before.standards);
  await shop.followRows();
  expect(await policyOfShop()).toMatchObject({
    returnDays: 20,
    shopName: 'Electrónica Maya',
    homeRegionFee: 25.5,
    cashLimit: null,
  });
});

test('[PROD-16] a setting out of range is refused at its field, and nothing of that save is stored', async () => {
  const before = await read();
  expect(await refusedFields({ homeRegionDays: 61, shopSentence: 'Todo para tu casa' })).toEqual({
    homeRegionDays: 'Escribe un número de 0 a 60.',
  });
  expect(await refusedFields({ homeRegionFee: 1_000_001 })).toMatchObject({ homeRegionFee: expect.any(String) });
  expect(await refusedFields({ employeeDiscountBasisPoints: 100.5 })).toMatchObject({
    employeeDiscountBasisPoints: 'Escribe un porcentaje de 0 a 100.',
  });
  expect(await refusedFields({ pickupNextDayAt: '25:00' })).toMatchObject({ pickupNextDayAt: expect.any(String) });
  expect(await refusedFields({ shopNit: '576937-1' })).toEqual({
    shopNit: 'El NIT no es correcto: revisa su dígito verificador.',
  });
  expect(await refusedFields({ shopColour: '#ffff00' })).toEqual({
    shopColour: 'Con ese color no se leen los botones: elige uno más oscuro.',
  });
  expect(await refusedFields({ shopName: 'a<b' })).toMatchObject({ shopName: expect.any(String) });
  expect(await read()).toEqual(before);
});

test('[PROD-16] settings that depend on each other are checked together', async () => {
  expect((await refusedFields({ installmentsMinimum: 800 }))['installmentsMinimum']).toMatch(/^Las cuotas empiezan/);
  const both = await change({ installmentsMinimum: 800, calculatorAbove: 799 });
  expect(both.statusCode, both.payload).toBe(200);
  expect(await refusedFields({ pickupOpensAt: '20:00' })).toEqual({
    pickupClosesAt: 'Escribe una hora después de «Se entrega desde».',
  });
  const hours = await change({ pickupOpensAt: '20:00', pickupClosesAt: '23:00', pickupNextDayAt: '21:00' });
  expect(hours.statusCode, hours.payload).toBe(200);
});

test('[OFF-10, OFF-11] a save has one row in the history with the old and new values of the changed fields', async () => {
  const { version } = await read();
  done(await owner.call('changeSettings', { body: { version, mailDays: 60, linkCartDays: 15 } }));
  const history = done(
    await owner.call('getHistory', { params: { entity: 'settings', entityId: 'shop' }, query: {} }),
  ).data;
  expect(history[0]).toMatchObject({ operation: 'changeSettings', before: { mailDays: 90 }, after: { mailDays: 60 } });
  expect(history[0]?.after).not.toHaveProperty('linkCartDays');
  const again = done(await owner.call('changeSettings', { body: { version: version + 1, mailDays: 60 } }));
  expect(again.data.version).toBe(version + 1);
});

test('[OFF-21] if two people save concurrently, the second sees the values that the first saved', async () => {
  const { version } = await read();
  const answers = await Promise.all(
    [{ searchCountDays: 100 }, { searchCountDays: 200 }].map((values) =>
      owner.send('PATCH', path, { body: { version, ...values } }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409)?.json().error;
  expect(refused.metadata).toMatchObject({ changedBy: owner.name, conflicts: ['searchCountDays'] });
  expect(refused.metadata.current.values.searchCountDays).toBe((await read()).values['searchCountDays']);
});

const sendPicture = async (field: string, replaces: string, file?: Uint8Array<ArrayBuffer>) => {
  const { headers, payload } = await formPayload({
    replaces,
    ...(file !== undefined && { pictures: new Blob([file]) }),
  });
  return shop.inject({
    method: 'POST',
    url: `${path}/pictures/${field}`,
    headers: { cookie: owner.cookie, origin: shop.config.publicUrl, 'idempotency-key': randomUUIDv7(), ...headers },
    payload,
  });
};
const square = async (side: number, height = side) =>
  new Uint8Array(
    await sharp({ create: { width: side, height, channels: 3, background: '#8a1538' } })
      .png()
      .toBuffer(),
  );

test('[PROD-16] logo and icons come from files, and an unsuitable file is refused with the reason', async () => {
  const set = await sendPicture('shopAppIcon', '', await square(256));
  expect(set.statusCode, set.payload).toBe(200);
  const { shopAppIcon } = set.json().data.pictures;
  await shop.followRows();
  expect((await shop.inject({ method: 'GET', url: shopAppIcon })).statusCode).toBe(200);
  const fault = async (file: Uint8Array<ArrayBuffer>) =>
    (await sendPicture('shopAppIcon', shopAppIcon, file)).json().error.metadata.fields.pictures;
  expect(await fault(await square(256, 200))).toBe('El ícono debe ser cuadrado.');
  expect(await fault(await square(64))).toBe('El ícono necesita 192 píxeles por lado o más.');
  expect(await fault(new TextEncoder().encode('no es imagen'))).toMatch(/^El archivo no es una imagen/);
  expect(await fault(new TextEncoder().encode('<svg><script/></svg>'))).toMatch(/^El SVG tiene más que dibujo/);
  const late = await sendPicture('shopAppIcon', '');
  expect([late.statusCode, late.json().error.code]).toEqual([409, 'VERSION_CONFLICT']);
  const none = await sendPicture('shopAppIcon', shopAppIcon);
  expect(none.json().data.pictures.shopAppIcon).toBeNull();
});

test('[OFF-08] a person without the permission can neither read nor change settings', async () => {
  const warehouse = await openDesk(shop, 'warehouse');
  expect((await warehouse.send('GET', path)).statusCode).toBe(403);
  expect((await warehouse.send('PATCH', path, { body: { version: 1, returnDays: 1 } })).statusCode).toBe(403);
});
