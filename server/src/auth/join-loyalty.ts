import { defaultGender } from '@ceiba/domain/customers/profile';
import { readMember } from '../loyalty/read-member.ts';
import { type LoyaltyDeps, type RegisterMemberCall, registerMember } from '../loyalty/register-member.ts';
import type { Account } from './accounts.store.ts';

/**
 * The sign-up in the loyalty program that comes with a new account (DEC-116): by the DPI, whether it succeeded or not the
 * account stands. False also where the form said too little for it.
 */
export async function joinLoyalty(
  deps: LoyaltyDeps,
  { id, customer }: Account,
  { guesser, now }: Pick<RegisterMemberCall, 'guesser' | 'now'>,
): Promise<boolean> {
  const { firstName, lastName, email, phone, dpi, dateOfBirth, gender } = customer;
  if (dpi === null || dateOfBirth === null || phone === null) return false;
  const form = { documentType: 'DPI', documentId: dpi, firstName, lastName, email, phone, dateOfBirth } as const;
  const member = readMember({ ...form, gender: gender ?? defaultGender }, now);
  return member.ok && (await registerMember(deps, { customerId: id, member: member.value, guesser, now })).ok;
}
