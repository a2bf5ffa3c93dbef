import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';

/** Who asks (DEC-112). Lives only between the request and the program's connection: never stored, logged or queued (DEC-10). */
export type PointsIdentity =
  | { kind: 'person'; dpi: string; birthDate: string }
  /** `number`: digits only; `expiry`: "MM/YY". */
  | { kind: 'card'; number: string; expiry: string; cvv: string; holder: string };

/** `account` is the program's own name of it, by which holds are asked for. Points: an integer ≥ 0. */
export type PointsBalance =
  | { kind: 'found'; account: string; points: number }
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

interface PointsHold {
  /** UUID, ours: a program blocks points at most once with it, whatever happens on the way. */
  key: string;
  account: string;
  points: number;
}

/** `unknown`: without a usable answer. The points may be blocked or may still be: `giveBack` makes an end of it. */
export type HoldOutcome = { kind: 'held' } | { kind: 'refused' } | { kind: 'unknown'; reason: string };

export type KnownHold = { kind: 'held' | 'captured' | 'closed' } | { kind: 'unknown'; reason: string };

export type CaptureOutcome = { kind: 'captured' | 'closed' } | { kind: 'unknown'; reason: string };

export type GiveBackOutcome = { kind: 'given_back' } | { kind: 'unknown'; reason: string };

/** A hold as it stands in the programs' own books; `closed`: nothing of it is blocked or taken any more. */
export interface ListedHold {
  key: string;
  kind: 'held' | 'captured' | 'closed';
  createdAt: Date;
}

interface HoldsPage {
  /** In order of arrival. */
  holds: ListedHold[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** The points programs (DEC-112 to DEC-114). No function throws for what a network or a program can do; none repeats a call. */
export interface PointsPrograms {
  findBalance(program: PointsPaymentType, identity: PointsIdentity): Promise<PointsBalance>;
  /** Blocks points, once for a key. */
  hold(hold: PointsHold): Promise<HoldOutcome>;
  /** `closed`: the program knows no hold that could still be taken. */
  findHold(key: string): Promise<KnownHold>;
  /** Takes what is blocked; idempotent. `closed`: there is nothing to take any more. */
  capture(key: string): Promise<CaptureOutcome>;
  /** Afterwards no points are, or ever will be, blocked or taken with this key. Idempotent. */
  giveBack(key: string): Promise<GiveBackOutcome>;
  /**
   * Gives back a part of what is blocked or was taken with a key, once for the part's own key (a UUID); `points` ≥ 1. Of a hold that is
   * closed all was given back already.
   */
  giveBackPart(key: string, part: { key: string; points: number }): Promise<GiveBackOutcome>;
  /** Holds made in our name since a moment, a page at a time. `unknown` when the programs do not answer. */
  listHolds(since: Date, after: string | null): Promise<HoldsPage | 'unknown'>;
}
