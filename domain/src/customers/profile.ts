import type { CivilDate } from '../dates/civil-date.ts';

/** 1 male, 2 female (PROF-06); 1 if nothing was chosen (PROF-07). */
export type Gender = 1 | 2;
export const defaultGender: Gender = 1;
export const genderLabels: Record<Gender, string> = { 1: 'Masculino', 2: 'Femenino' };

/** Messages of PROF-10..19. Those about e-mail, phone, DPI and NIT are next to their rules. */
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

/** A birth date is before today (DEC-113) and not before 1900, so that typing errors show. */
export const isBirthDate = (date: CivilDate, today: CivilDate): boolean => date >= '1900-01-01' && date < today;

/** PROF-04. */
export const isSaveEnabled = (form: { hasChanged: boolean; isValid: boolean }): boolean =>
  form.hasChanged && form.isValid;
