import type { ProfileChange } from '@ceiba/contract/customers';
import { normalizeDpi, profileDpiMessage } from '@ceiba/domain/billing/dpi';
import { checkNit, profileNitMessage } from '@ceiba/domain/billing/nit';
import { isPhoneForm, phoneMessages } from '@ceiba/domain/customers/phone';
import { isBirthDate, profileMessages } from '@ceiba/domain/customers/profile';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Refusal } from '../platform/route.ts';
import type { ProfileValues } from './customers.store.ts';

/** What the profile's forms say of each field (PROF-14, PROF-16, PROF-20); null = nothing. Empty takes a value away. */
const messagesOf = (change: ProfileChange, now: Date): Record<string, string | null> => ({
  phone: isEmpty(change.phone) || isPhoneForm(change.phone) ? null : phoneMessages.profile.invalid,
  dpi: isEmpty(change.dpi) ? null : profileDpiMessage(change.dpi),
  nit: isEmpty(change.nit) ? null : profileNitMessage(change.nit),
  dateOfBirth: isBirth(change.dateOfBirth, now) ? null : profileMessages.dateOfBirthInvalid,
});

const isEmpty = (text: string | undefined): text is undefined | '' => text === undefined || text === '';

function isBirth(text: string | undefined, now: Date): boolean {
  if (text === undefined) return true;
  const date = parseCivilDate(text);
  return date.ok && isBirthDate(date.value, guatemalaDate(now));
}

/** The profile's fields as they are stored (PROF-06): the phone without its dash, numbers without what separates them. */
export function readProfile(change: ProfileChange, now: Date): Result<ProfileValues, Refusal<'VALIDATION_ERROR'>> {
  const said = Object.entries(messagesOf(change, now)).filter(([, message]) => message !== null);
  if (said.length > 0) return refuse({ code: 'VALIDATION_ERROR', metadata: { fields: Object.fromEntries(said) } });
  const { firstName, lastName, gender, dateOfBirth, phone, dpi, nit, billingName, billingAddress } = change;
  return ok({
    firstName,
    lastName,
    gender,
    dateOfBirth,
    phone: kept(phone, (text) => text.replace('-', '')),
    dpi: kept(dpi, normalizeDpi),
    nit: kept(nit, nitAsStored),
    billingName: kept(billingName),
    billingAddress: kept(billingAddress),
  });
}

function nitAsStored(text: string): string {
  const nit = checkNit(text);
  return nit.ok ? nit.value : text;
}

/** Undefined stays as it is, empty becomes null. */
const kept = (text: string | undefined, write = (value: string) => value): string | null | undefined => {
  if (text === undefined) return undefined;
  return text === '' ? null : write(text);
};
