import { randomUUID } from 'node:crypto';
import { checkEmail } from '@ceiba/domain/customers/email';
import { ok, type Result, refuse } from '@ceiba/domain/result';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import type { Tx } from '../platform/database.ts';
import type { Fingerprint } from '../platform/secret.ts';
import { findMember, findMemberByKey, insertAccount, type PointsAccount } from './points.store.ts';
import { cardKey, demoAccounts, fatedAccounts, fateOf, personKey } from './programs.ts';

const documentType = z.enum(['DPI', 'NIT', 'Pasaporte']);
const documentId = z.string().trim().min(1).max(30);

export const memberDocument = z.strictObject({ documentId, documentType });
export type MemberDocument = z.infer<typeof memberDocument>;

/** The body of a registration for Puntos MAX (DEC-116). */
export const registration = z.strictObject({
  key: z.uuid(),
  documentId,
  documentType,
  firstName: z.string().trim().min(1).max(100),
  lastName: z.string().trim().min(1).max(100),
  email: z.string().refine((text) => checkEmail(text).ok),
  phone: z.string().trim().min(1).max(30),
  dateOfBirth: z.iso.date(),
  gender: z.string().max(30),
  acceptTerms: z.literal(true),
});
export type Registration = z.infer<typeof registration>;

const documentKey = (fingerprint: Fingerprint, { documentId: id, documentType: type }: MemberDocument): string =>
  fingerprint('points document', [type, id.replace(/[\s-]/g, '').toUpperCase()]);

export const findMemberAccount = (bank: Bank, document: MemberDocument): PointsAccount | undefined =>
  bank.database.transact((tx) => findMember(tx, documentKey(bank.fingerprint, document)));

/**
 * Opens a Puntos MAX account without points, once per key (DEC-116). Only fingerprints of the person are stored. A member with a
 * DPI can ask for the balance and redeem points.
 */
export function registerMember(
  bank: Bank,
  member: Registration,
): Result<PointsAccount, { code: 'KEY_REUSED' | 'MEMBER_EXISTS' }> {
  const { key, dateOfBirth } = member;
  const document = documentKey(bank.fingerprint, member);
  const fingerprint = bank.fingerprint('points registration', Object.entries(member));
  const dpi = member.documentId.replace(/[\s-]/g, '');
  const identity = member.documentType === 'DPI' ? personKey(bank.fingerprint, { dpi, birthDate: dateOfBirth }) : null;
  const account = {
    id: randomUUID(),
    program: 'MaxpointsPoints',
    identity,
    document,
    fingerprint,
    fate: 'approved',
  } as const;
  return bank.database.transact((tx) => {
    const known = findMemberByKey(tx, key);
    if (known !== undefined) return known.fingerprint === fingerprint ? ok(known) : refuse({ code: 'KEY_REUSED' });
    const createdAt = bank.now().toISOString();
    const isNew = insertAccount(tx, { ...account, openingPoints: 0, registrationKey: key, createdAt });
    return isNew ? ok({ ...account, available: 0 }) : refuse({ code: 'MEMBER_EXISTS' });
  });
}

/**
 * Opens the missing demo accounts: accounts with points (DEC-165), and accounts with a simulated fault. Existing
 * accounts stay unchanged.
 */
export function openDemoAccounts(tx: Tx, fingerprint: Fingerprint, now: Date): void {
  for (const { program, identity, points } of [...demoAccounts, ...fatedAccounts]) {
    const isPerson = 'dpi' in identity;
    insertAccount(tx, {
      id: randomUUID(),
      program,
      identity: isPerson ? personKey(fingerprint, identity) : cardKey(fingerprint, identity.number),
      document: isPerson ? documentKey(fingerprint, { documentType: 'DPI', documentId: identity.dpi }) : null,
      openingPoints: points,
      registrationKey: null,
      fingerprint: null,
      fate: fateOf(identity),
      createdAt: now.toISOString(),
    });
  }
}
