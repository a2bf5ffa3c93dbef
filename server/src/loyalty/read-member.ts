import type { Parsed } from '@ceiba/contract/endpoint';
import type { registerLoyalty } from '@ceiba/contract/loyalty';
import { checkEmail, emailMessages } from '@ceiba/domain/customers/email';
import { checkPhone, internationalPhone, phoneMessages } from '@ceiba/domain/customers/phone';
import { isBirthDate, profileMessages } from '@ceiba/domain/customers/profile';
import { guatemalaDate, parseCivilDate } from '@ceiba/domain/dates/civil-date';
import { readDocument } from '@ceiba/domain/loyalty/document';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import type { Refusal } from '../platform/route.ts';
import type { NewMember } from './loyalty-program.ts';

type MemberForm = Omit<Parsed<typeof registerLoyalty>['body'], 'acceptTerms'>;

/** What the program is sent of a form (DEC-116); what is wrong is told for every field at once. */
export function readMember(form: MemberForm, now: Date): Result<NewMember, Refusal<'VALIDATION_ERROR'>> {
  const document = readDocument(form);
  const email = checkEmail(form.email);
  const phone = checkPhone(form.phone);
  const birth = parseCivilDate(form.dateOfBirth);
  const isBorn = birth.ok && isBirthDate(birth.value, guatemalaDate(now));
  const fields = {
    ...(document.ok ? {} : { documentId: document.error.message }),
    ...(email.ok ? {} : { email: emailMessages.profile[email.error.code === 'empty' ? 'required' : 'invalid'] }),
    ...(phone.ok ? {} : { phone: phoneMessages.profile.invalid }),
    ...(isBorn ? {} : { dateOfBirth: profileMessages.dateOfBirthInvalid }),
  };
  if (!document.ok || !email.ok || !phone.ok || !isBorn)
    return refuse({ code: 'VALIDATION_ERROR', metadata: { fields } });
  return ok({
    ...document.value,
    firstName: form.firstName,
    lastName: form.lastName,
    email: email.value,
    phone: internationalPhone(phone.value),
    dateOfBirth: form.dateOfBirth,
    gender: form.gender === 1 ? 'M' : 'F',
  });
}
