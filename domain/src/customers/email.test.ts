import { describe, expect, test } from 'vitest';
import { checkEmail, contactEmail, emailMessage } from './email.ts';
import { profileEmail } from './profile-words.ts';

const local64 = 'a'.repeat(64);

describe('checkEmail', () => {
  test.each([
    ['nombre@correo.com', 'nombre@correo.com'],
    [' Nombre.Apellido+x@Correo.com.GT ', 'nombre.apellido+x@correo.com.gt'],
    ['a@b.co', 'a@b.co'],
    ["o'hara_1@mi-tienda.example", "o'hara_1@mi-tienda.example"],
    ['josé@correo.com', 'josé@correo.com'],
    [`${local64}@b.co`, `${local64}@b.co`],
    [`a@${'b'.repeat(63)}.co`, `a@${'b'.repeat(63)}.co`],
    ['a@1.co', 'a@1.co'],
    ['\u200bana@correo.com\u00a0', 'ana@correo.com'],
    ['<Ana@correo.com>', 'ana@correo.com'],
    ['mailto:ana@correo.com', 'ana@correo.com'],
    ['ana@correo.com,', 'ana@correo.com'],
    ['Ana López <ana@correo.example>', 'ana@correo.example'],
    ['"López, Ana" <Ana@Correo.example>;', 'ana@correo.example'],
  ])('[INFO-02] accepts %j', (input, expected) => {
    expect(checkEmail(input)).toEqual({ ok: true, value: expected });
  });

  test.each([
    'nombre',
    'nombre@',
    '@correo.com',
    'nombre@correo',
    'nombre@correo.c',
    'nombre@correo.c0',
    'nom bre@correo.com',
    'a@b@correo.com',
    '.a@correo.com',
    'a.@correo.com',
    'a..b@correo.com',
    'a@-correo.com',
    'a@correo-.com',
    'a@correo..com',
    'a@.com',
    'a(b)@correo.com',
    'a@corr_eo.com',
    'a@correo.com,b',
    `${local64}a@b.co`,
    `a@${'b'.repeat(64)}.co`,
    `${local64}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(8)}`,
  ])('[INFO-02] refuses %j', (input) => {
    expect(checkEmail(input)).toEqual({ ok: false, error: { code: 'invalid' } });
  });

  test('an e-mail address has at most 254 characters', () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}`;
    expect(checkEmail(`${local64}@${domain}.eeeeee`)).toMatchObject({ ok: true });
    expect(checkEmail(`${local64}@${domain}.eeeeeee`)).toMatchObject({ ok: false });
  });
});

describe('messages', () => {
  test.each([
    ['', 'El campo de correo electronico es obligatorio y no puede estar vacio.', 'Correo es requerido'],
    [
      'x',
      'Por favor, introduce una direccion de correo electronico valida. Ejemplo: nombre@correo.com',
      'Correo inválido',
    ],
    ['a@b.co', null, null],
  ])('[INFO-02] [DEC-33] the messages for %j', (input, contact, profile) => {
    expect(emailMessage(input, contactEmail)).toBe(contact);
    expect(emailMessage(input, profileEmail)).toBe(profile);
  });
});
