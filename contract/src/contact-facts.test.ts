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

/** Returns the schemas inside a wrapping schema. These are searched, too. */
function innerOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return [];
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()];
  return [];
}

/** Finds every named field inside a schema. */
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

/** Returns the text that a field parses an input into. Undefined if the field refuses it. */
const readBy = ({ schema }: FoundField, text: string): unknown => schema.safeParse(text).data;

/** Fields that only the server can check. `server/src/customers/contact-facts.api.test.ts` tests them. */
const judgedLater = ['register.', 'registerLoyalty.'];

/**
 * A text that is not an account's e-mail gets the same response as a wrong password. So nobody learns which accounts
 * exist.
 */
const emails = named(/\.(?:\w+E|e)mail$|\.resendOrderMail\.body\.to$/, [
  'login.',
  'startStaffSession.',
  ...judgedLater,
]);

test('every call parses an e-mail by the same rule', () => {
  expect(emails.length).toBeGreaterThan(10);
  for (const field of emails) {
    expect([field.at, readBy(field, 'josé@correo.example')]).toEqual([field.at, 'josé@correo.example']);
    expect([field.at, readBy(field, '\u200bAna@Correo.gt,\u00a0')]).toEqual([field.at, 'ana@correo.gt']);
    for (const none of ['no es', 'ana@correo', 'ana@@correo.gt', 'a..b@correo.gt', `${'a'.repeat(65)}@correo.gt`])
      expect([field.at, readBy(field, none)]).toEqual([field.at, undefined]);
  }
});

/** The shop's own number may have fewer digits. Pages show its groups as they were written (APP-19). */
const shownAsWritten = ['changeSettings.body.supportPhone'];

const phones = named(/\.(?:\w+P|\w*p)hone$/, [...judgedLater, ...shownAsWritten]);

test('every call parses a phone by the same rule', () => {
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
  // An address may have no phone (CONST-25). No other field may.
  const withNone = phones.filter((field) => readBy(field, '00000000') !== undefined).map(({ at }) => at);
  expect(withNone.sort()).toEqual([
    'addAddress.body.phone',
    'changeAddress.body.phone',
    'changeCartShippingAddress.body.telephone',
    'setCartBillingAddress.body.telephone',
    'setCartShippingAddress.body.telephone',
  ]);
});

/** A company may be billed. Its name is a line of text. */
const names = named(/\.(?:first|last)[nN]ame$/, ['setCartBillingAddress.', 'correctOrder.body.billingAddress']);

test('every call parses a person’s name by the same rule', () => {
  expect(names.length).toBeGreaterThan(10);
  for (const field of names) {
    expect([field.at, readBy(field, ' Ma.José\u00a0del\u200b Águila ')]).toEqual([field.at, 'Ma. José del Águila']);
    for (const none of ['Ana 2', 'Ana <b>', 'Gana en evil.test', 'x'.repeat(101)])
      expect([field.at, readBy(field, none)]).toEqual([field.at, undefined]);
  }
});

const streets = named(/\.street$/);

test('every call parses a street by the same rule', () => {
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
