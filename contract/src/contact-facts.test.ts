import { expect, test } from 'vitest';
import { z } from 'zod';
import { deskEndpoints } from './desk/endpoints.ts';
import type { EndpointSpec } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

interface FoundField {
  /** "register.body.phone". */
  at: string;
  schema: z.ZodType;
}

/** Schemas that hold a schema: what is inside is looked through. */
function innerOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return [];
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()];
  return [];
}

/** Every named field inside a schema. */
function fieldsIn(schema: unknown, at: string): FoundField[] {
  if (!(schema instanceof z.ZodType)) return [];
  const own: FoundField[] =
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).flatMap(([name, field]): FoundField[] =>
          field instanceof z.ZodType
            ? [{ at: `${at}.${name}`, schema: field }, ...fieldsIn(field, `${at}.${name}`)]
            : [],
        )
      : [];
  return [...own, ...innerOf(schema).flatMap((inner) => fieldsIn(inner, at))];
}

const specs: readonly EndpointSpec[] = [...Object.values(endpoints), ...Object.values(deskEndpoints)];

const sent = specs.flatMap(({ name, body }) => fieldsIn(body, `${name}.body`));

const named = (names: RegExp, otherwise: readonly string[] = []): FoundField[] =>
  sent.filter(({ at }) => names.test(at) && !otherwise.some((path) => at.startsWith(path)));

/** What a field makes of a text; undefined: it is refused. */
const readBy = ({ schema }: FoundField, text: string): unknown => schema.safeParse(text).data;

/** Judged by the server with what it alone can judge: `server/src/customers/contact-facts.api.test.ts` asks these. */
const judgedLater = ['register.', 'registerLoyalty.'];

/** Any text that is no account's e-mail is answered as a wrong password is, so that nothing is told of accounts. */
const emails = named(/\.(?:\w+E|e)mail$|\.resendOrderMail\.body\.to$/, [
  'login.',
  'startStaffSession.',
  ...judgedLater,
]);

test('every call reads an e-mail by the one rule', () => {
  expect(emails.length).toBeGreaterThan(10);
  for (const field of emails) {
    expect([field.at, readBy(field, 'josé@correo.example')]).toEqual([field.at, 'josé@correo.example']);
    expect([field.at, readBy(field, '\u200bAna@Correo.gt,\u00a0')]).toEqual([field.at, 'ana@correo.gt']);
    for (const none of ['no es', 'ana@correo', 'ana@@correo.gt', 'a..b@correo.gt', `${'a'.repeat(65)}@correo.gt`])
      expect([field.at, readBy(field, none)]).toEqual([field.at, undefined]);
  }
});

const phones = named(/\.(?:\w+P|\w*p)hone$/, judgedLater);

test('every call reads a telephone by the one rule', () => {
  expect(phones.length).toBeGreaterThan(5);
  for (const field of phones) {
    for (const good of ['55123480', '5512-3480', '+502 5512 3480', '\u202a5512\u00a03480\u202c', '(502) 5512-3480'])
      expect([field.at, readBy(field, good)]).toEqual([field.at, '55123480']);
    for (const none of [
      'no tengo',
      '12345678',
      '00001234',
      '5512348',
      '551234801',
      '+1 (305) 555-0123',
      '+503 7123 4567',
    ])
      expect([field.at, readBy(field, none)]).toEqual([field.at, undefined]);
  }
  // CONST-25: an address may have none; nothing else may.
  const withNone = phones.filter((field) => readBy(field, '00000000') !== undefined).map(({ at }) => at);
  expect(withNone.sort()).toEqual([
    'addAddress.body.phone',
    'changeAddress.body.phone',
    'changeCartShippingAddress.body.telephone',
    'setCartBillingAddress.body.telephone',
    'setCartShippingAddress.body.telephone',
  ]);
});

/** Whoever is billed may be a company: its name is a line of text. */
const names = named(/\.(?:first|last)[nN]ame$/, ['setCartBillingAddress.', 'correctOrder.body.billingAddress']);

test('every call reads a person’s name by the one rule', () => {
  expect(names.length).toBeGreaterThan(10);
  for (const field of names) {
    expect([field.at, readBy(field, ' Ma.José\u00a0del\u200b Águila ')]).toEqual([field.at, 'Ma. José del Águila']);
    for (const none of ['Ana 2', 'Ana <b>', 'Gana en evil.test', 'x'.repeat(101)])
      expect([field.at, readBy(field, none)]).toEqual([field.at, undefined]);
  }
});

const streets = named(/\.street$/);

test('every call reads a street by the one rule', () => {
  expect(streets.length).toBeGreaterThan(3);
  const line = (field: FoundField, text: string): unknown => {
    const read = readBy(field, text) ?? field.schema.safeParse([text]).data;
    return [read].flat()[0];
  };
  for (const field of streets) {
    expect([field.at, line(field, '12 Av.Norte\u00a04-55\u200b')]).toEqual([field.at, '12 Av. Norte 4-55']);
    for (const none of ['https://evil.test', 'www.evil.test'])
      expect([field.at, line(field, none)]).toEqual([field.at, undefined]);
  }
});
