import { expect, test } from 'vitest';
import { civilDate } from '../dates/civil-date.ts';
import { contactMessages } from './contact-messages.ts';
import { defaultGender, genderLabels, isBirthDate, isSaveEnabled, profileMessages } from './profile.ts';

test.each([
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2026-11-20', true],
  ['2026-11-21', false],
  ['2026-11-22', false],
])('[PROF-15] [DEC-113] the birth date %s: %s', (date, expected) => {
  expect(isBirthDate(civilDate(date), civilDate('2026-11-21'))).toBe(expected);
});

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
  [false, false, false],
])('[PROF-04] changed %s, valid %s: can be saved %s', (hasChanged, isValid, expected) => {
  expect(isSaveEnabled({ hasChanged, isValid })).toBe(expected);
});

test('both genders have a label, and 1 is the default', () => {
  expect(genderLabels).toEqual({ 1: 'Masculino', 2: 'Femenino' });
  expect(defaultGender).toBe(1);
});

test('the contact form and the profile have the documented messages', () => {
  expect(contactMessages).toEqual({
    firstNameRequired: 'Por favor, introduce tu nombre.',
    lastNameRequired: 'Por favor, introduce tus apellidos.',
  });
  expect(profileMessages).toEqual({
    firstNameRequired: 'Nombres es requerido',
    lastNameRequired: 'Apellidos es requerido',
    dateOfBirthRequired: 'Fecha de nacimiento es requerida',
    dateOfBirthInvalid: 'Ingresa una fecha de nacimiento válida.',
    genderRequired: 'Género es requerido',
    billingNameRequired: 'Nombres es requerido',
    billingAddressRequired: 'Dirección/Razón social es requerida',
    saved: 'Tus datos han sido guardados con éxito.',
    saveFailedTitle: 'Ha ocurrido un error',
    saveFailedMessage: 'No hemos podido actualizar tus datos, por favor inténtalo más tarde.',
  });
});
