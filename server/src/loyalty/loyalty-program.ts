import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';

/** DEC-116. `phone`: E.164; `dateOfBirth`: YYYY-MM-DD. */
export interface NewMember extends LoyaltyDocument {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  dateOfBirth: string;
  gender: 'M' | 'F';
}

/** `unavailable`: without a usable answer; the account may have been opened all the same. */
export type RegistrationOutcome =
  | { kind: 'registered'; points: number }
  | { kind: 'exists' }
  | { kind: 'refused' }
  | { kind: 'unavailable' };

export type KnownMember = { kind: 'found'; points: number } | { kind: 'unknown' } | { kind: 'unavailable' };

/** The shop's own points program, where members are concerned (DEC-116). No function throws for what a network can do. */
export interface LoyaltyProgram {
  /** Opens an account, once for a key (UUID). */
  register(key: string, member: NewMember): Promise<RegistrationOutcome>;
  findMember(document: LoyaltyDocument): Promise<KnownMember>;
}
