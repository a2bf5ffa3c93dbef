import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addedAt,
  addressLimit,
  addressMessage,
  addressMessages,
  aliasOr,
  countryCode,
  cutStreet,
  defaultPhone,
  isDefaultOnAdd,
  postcode,
  type SavedAddress,
  withDefaultAddress,
  withoutAddress,
} from './address.ts';
import { addressAlerts, addressFailure } from './address-alerts.ts';

const address = (id: string, isDefault: boolean, day: number): SavedAddress => ({
  id,
  isDefault,
  createdAt: new Date(Date.UTC(2026, 10, day)),
});

describe('address line', () => {
  test.each([
    ['', 'La dirección es obligatoria.'],
    ['  ', 'La dirección es obligatoria.'],
    ['a'.repeat(200), null],
    ['a'.repeat(201), 'La dirección no puede tener más de 200 caracteres.'],
    ['🏠'.repeat(200), null],
  ])('[DEL-07] [CONST-46] the address %j gets the message %j', (input, expected) => {
    expect(addressMessage(input)).toBe(expected);
  });

  test('[CONST-28] [DIF-23] a street is cut at 100 characters, never inside a character', () => {
    expect(cutStreet('a'.repeat(100))).toBe('a'.repeat(100));
    expect(cutStreet('a'.repeat(101))).toBe('a'.repeat(100));
    expect(cutStreet(`${'a'.repeat(99)}🏠b`)).toBe(`${'a'.repeat(99)}🏠`);
  });

  test.each([
    [null, 'Mi direccion'],
    [' ', 'Mi direccion'],
    [' Casa ', 'Casa'],
  ])('[CONST-45] [DEC-179] the alias %j is stored as %j', (alias, expected) => {
    expect(aliasOr(alias)).toBe(expected);
  });

  test('an address has the documented defaults', () => {
    expect([postcode, countryCode, defaultPhone, addressLimit]).toEqual(['01001', 'GT', '00000000', 20]);
  });

  test('the newest of two addresses is known, even if both were added in the same millisecond', () => {
    const [old, newest] = [address('a', true, 1), address('b', false, 3)];
    const after = new Date(newest.createdAt.getTime() + 1);
    expect(addedAt([old, newest], newest.createdAt)).toEqual(after);
    expect(addedAt([newest, old], old.createdAt)).toEqual(after);
    expect(addedAt([old], newest.createdAt)).toEqual(newest.createdAt);
    expect(addedAt([], newest.createdAt)).toEqual(newest.createdAt);
  });

  test('texts of the forms and alerts', () => {
    expect(addressMessages).toMatchObject({
      regionRequired: 'El departamento es obligatorio.',
      cityRequired: 'El municipio es obligatorio.',
      nameRequired: 'El nombre de la dirección es obligatorio',
      savedAliasRequired: 'El alias de la dirección es requerida',
      savedRegionRequired: 'El departamento es requerido',
      savedAddressRequired: 'La dirección es requerida',
      savedCityRequired: 'El municipio es requerido',
    });
    expect(addressAlerts).toEqual({
      added: 'Se ha agregado exitosamente la direccion.',
      updated: 'Se ha actualizado tu direccion correctamente.',
      deleted: 'Se ha eliminado exitosamente la direccion',
      defaultChanged: 'Se ha actualizado tu direccion predeterminada.',
      defaultFailed: 'Ha ocurrido un error al seleccionar la direccion predeterminada.',
    });
    expect(addressFailure).toEqual({
      title: 'Ha ocurrido un error al agregar la direccion.',
      message: 'Por favor intente mas tarde.',
    });
  });
});

describe('the default address', () => {
  const [old, middle, newest] = [address('a', true, 1), address('b', false, 2), address('c', false, 3)];

  test('[DEC-93] the first address becomes the default', () => {
    expect([isDefaultOnAdd([], false), isDefaultOnAdd([old], false), isDefaultOnAdd([old], true)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('[ADR-12] setting a default clears the other defaults, and an unknown id changes nothing', () => {
    const changed = withDefaultAddress([old, middle, newest], 'b').map(({ isDefault }) => isDefault);
    expect(changed).toEqual([false, true, false]);
    expect(withDefaultAddress([old, middle], 'x')).toEqual([old, middle]);
  });

  test('[DEC-93] deleting the default makes the newest address the default, in any order', () => {
    expect(withoutAddress([old, middle, newest], 'a')).toEqual([middle, { ...newest, isDefault: true }]);
    expect(withoutAddress([newest, old, middle], 'a')).toEqual([{ ...newest, isDefault: true }, middle]);
    expect(withoutAddress([old, middle, newest], 'c')).toEqual([old, middle]);
    expect(withoutAddress([old], 'a')).toEqual([]);
    expect(withoutAddress([old, middle], 'x')).toEqual([old, middle]);
  });

  test('[ADR-12] an account with addresses always has one default address', () => {
    const anyChange = fc.record({
      kind: fc.constantFrom('add', 'set', 'delete'),
      id: fc.integer({ min: 0, max: 5 }),
      wanted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyChange), (changes) => {
        let saved: SavedAddress[] = [];
        changes.forEach(({ kind, id, wanted }, index) => {
          const name = String(kind === 'add' ? index : (saved[id]?.id ?? 'none'));
          if (kind === 'set') saved = withDefaultAddress(saved, name);
          if (kind === 'delete') saved = withoutAddress(saved, name);
          if (kind !== 'add') return;
          const isDefault = isDefaultOnAdd(saved, wanted);
          saved = [...saved, address(name, false, index)];
          if (isDefault) saved = withDefaultAddress(saved, name);
        });
        expect(saved.filter(({ isDefault }) => isDefault)).toHaveLength(saved.length === 0 ? 0 : 1);
      }),
    );
  });
});
