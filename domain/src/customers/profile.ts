import type { CivilDate } from '../dates/civil-date.ts';

/** 1 male, 2 female (PROF-06). Without a choice, 1 (PROF-07). */
export type Gender = 1 | 2;
export const defaultGender: Gender = 1;
export const genderLabels: Record<Gender, string> = { 1: 'Masculino', 2: 'Femenino' };

/** Messages of PROF-10..19. Messages about e-mail, phone, DPI and NIT are in the files with their rules. */
export const profileMessages = {
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
} as const;

/** Returns whether a birth date is before today (DEC-113). Dates before 1900 are refused as typing errors. */
export const isBirthDate = (date: CivilDate, today: CivilDate): boolean => date >= '1900-01-01' && date < today;

/** True if the form can be saved (PROF-04). */
export const isSaveEnabled = (form: { hasChanged: boolean; isValid: boolean }): boolean =>
  form.hasChanged && form.isValid;
