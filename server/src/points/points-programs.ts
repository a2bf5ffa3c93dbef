import type { LoyaltyDocument } from '@ceiba/domain/loyalty/document';
import type { PointsPaymentType } from '@ceiba/domain/payments/payment-amounts';
import { z } from 'zod';
import {
  callOutside,
  callThroughBreaker,
  createCircuitBreaker,
  type OutboundAnswer,
} from '../platform/limits/outbound-call.ts';
import type { Config } from '../platform/operations/config.ts';

/**
 * The shopper's identity (DEC-112). It exists only between the request and the program's connection. It is never stored, logged or queued
 * (DEC-10).
 */
export type PointsIdentity =
  | { kind: 'person'; dpi: string; birthDate: string }
  /** `number`: digits only; `expiry`: "MM/YY". */
  | { kind: 'card'; number: string; expiry: string; cvv: string; holder: string };

/** `account`: the program's own id, with which reservations are requested. Points: an integer ≥ 0. */
type PointsBalance = { kind: 'found'; account: string; points: number } | { kind: 'unknown' } | { kind: 'unavailable' };

interface PointsReservation {
  /** The shop's UUID. A program blocks points at most once per key, even if calls fail or are repeated. */
  key: string;
  account: string;
  points: number;
}

/** `unknown`: there is no usable answer, and the points may be blocked. `giveBack` ends this state. */
type ReservationOutcome = { kind: 'held' } | { kind: 'refused' } | { kind: 'unknown'; reason: string };

type KnownReservation = { kind: 'held' | 'captured' | 'closed' } | { kind: 'unknown'; reason: string };

type CaptureOutcome = { kind: 'captured' | 'closed' } | { kind: 'unknown'; reason: string };

type GiveBackOutcome = { kind: 'given_back' } | { kind: 'unknown'; reason: string };

/** A reservation in the programs' own books. `closed`: points are no longer blocked or taken. */
export interface ListedReservation {
  key: string;
  kind: 'held' | 'captured' | 'closed';
  createdAt: Date;
}

interface ReservationsPage {
  /** In order of arrival. */
  reservations: ListedReservation[];
  /** The start of the next page. Null at the end. */
  next: string | null;
}

/** `refused`: the program knows no such member, and will never credit this key. */
type CreditOutcome = { kind: 'credited' } | { kind: 'refused' } | { kind: 'unknown'; reason: string };

type TakeBackOutcome = { kind: 'taken_back' } | { kind: 'unknown'; reason: string };

/** The points programs (DEC-112 to DEC-114). No function throws if a network or a program fails. No function repeats a call. */
export interface PointsPrograms {
  /** True if the shop's own program credits points for purchases. Otherwise the shop promises none (LOYAL-01). */
  readonly credits: boolean;
  /** Credits `points` ≥ 1 to a member of the shop's own program. Each key is credited once (LOYAL-02). */
  credit(earned: { key: string; document: LoyaltyDocument; points: number }): Promise<CreditOutcome>;
  /** Removes a part of a credit, once per key of the part. `points` ≥ 1. The balance may fall below zero. */
  takeBack(creditKey: string, part: { key: string; points: number }): Promise<TakeBackOutcome>;
  findBalance(program: PointsPaymentType, identity: PointsIdentity): Promise<PointsBalance>;
  /** Blocks points, once per key. */
  reserve(reservation: PointsReservation): Promise<ReservationOutcome>;
  /** Returns the state of a reservation. `closed`: the program has no reservation with this key that can still be taken. */
  findReservation(key: string): Promise<KnownReservation>;
  /** Takes blocked points. May be repeated. `closed`: there is nothing left to take. */
  capture(key: string): Promise<CaptureOutcome>;
  /** Ensures that no points are, or ever will be, blocked or taken with this key. May be repeated. */
  giveBack(key: string): Promise<GiveBackOutcome>;
  /**
   * Gives back a part of the points that were blocked or taken with a key, once per key of the part (a UUID). `points` ≥ 1. If the
   * reservation is closed, all its points were already given back.
   */
  giveBackPart(key: string, part: { key: string; points: number }): Promise<GiveBackOutcome>;
  /** Lists reservations that the shop has made since a moment, one page per call. `unknown`: the programs do not answer. */
  listReservations(since: Date, after: string | null): Promise<ReservationsPage | 'unknown'>;
}

interface HttpPointsProgramsOptions {
  /** Origin of the programs, without a trailing slash. */
  url: string;
  merchantKey: string;
  /** True if the other side credits points. Default: false. */
  credits?: boolean;
  /** Milliseconds. Default: 5 s, because a shopper is waiting. */
  timeoutMs?: number;
}

const balanceView = z.object({ account: z.string(), availablePoints: z.int().min(0) });
const reservationView = z.object({ status: z.enum(['held', 'captured', 'released', 'returned', 'voided']) });
const listedReservations = z.object({
  holds: z.array(reservationView.extend({ key: z.string(), createdAt: z.iso.datetime() })),
  next: z.string().nullable(),
});
const errorView = z.object({ code: z.string() });

type ReservationStatus = z.infer<typeof reservationView>['status'];

const kindOf = (status: ReservationStatus): 'held' | 'captured' | 'closed' =>
  status === 'held' || status === 'captured' ? status : 'closed';

const reasonOf = (answer: OutboundAnswer): string =>
  answer.kind === 'answered' ? `status ${answer.status}` : answer.reason;

/** Returns the status of a reservation, or the code of the refusal. Undefined if the answer contains neither. */
function readReservation(answer: OutboundAnswer): { status: ReservationStatus } | { code: string } | undefined {
  if (answer.kind !== 'answered') return undefined;
  const reservation = reservationView.safeParse(answer.json);
  if (answer.status < 300) return reservation.success ? reservation.data : undefined;
  const refusal = errorView.safeParse(answer.json);
  return refusal.success ? refusal.data : undefined;
}

function balanceOf(answer: OutboundAnswer): PointsBalance {
  if (answer.kind !== 'answered') return { kind: 'unavailable' };
  const found = balanceView.safeParse(answer.json);
  if (answer.status === 200 && found.success) {
    return { kind: 'found', account: found.data.account, points: found.data.availablePoints };
  }
  const refusal = errorView.safeParse(answer.json);
  const isUnknown = answer.status === 404 && refusal.success && refusal.data.code === 'POINTS_ACCOUNT_NOT_FOUND';
  return { kind: isUnknown ? 'unknown' : 'unavailable' };
}

const reservationRefusals = [
  'POINTS_UNAVAILABLE',
  'POINTS_ACCOUNT_NOT_FOUND',
  'POINTS_HOLD_CLOSED',
  'UPSTREAM_UNAVAILABLE',
];

function reservationOutcome(answer: OutboundAnswer): ReservationOutcome {
  // The request was not sent, so nothing is blocked.
  if (answer.kind === 'unsent') return { kind: 'refused' };
  const read = readReservation(answer);
  if (read !== undefined && 'status' in read && read.status === 'held') return { kind: 'held' };
  if (read !== undefined && 'code' in read && reservationRefusals.includes(read.code)) return { kind: 'refused' };
  return { kind: 'unknown', reason: reasonOf(answer) };
}

const confirmation = z.object({ key: z.string() });

/** Returns whether the answer of the program contains this key. */
const isConfirmed = (answer: OutboundAnswer, key: string): boolean =>
  answer.kind === 'answered' && answer.status < 300 && confirmation.safeParse(answer.json).data?.key === key;

function creditOutcome(answer: OutboundAnswer, key: string): CreditOutcome {
  if (isConfirmed(answer, key)) return { kind: 'credited' };
  const code = answer.kind === 'answered' ? errorView.safeParse(answer.json).data?.code : undefined;
  return code === 'MEMBER_NOT_FOUND' ? { kind: 'refused' } : { kind: 'unknown', reason: reasonOf(answer) };
}

function knownReservation(answer: OutboundAnswer): KnownReservation {
  const read = readReservation(answer);
  if (read === undefined) return { kind: 'unknown', reason: reasonOf(answer) };
  if ('status' in read) return { kind: kindOf(read.status) };
  return read.code === 'POINTS_HOLD_NOT_FOUND' ? { kind: 'closed' } : { kind: 'unknown', reason: read.code };
}

function captureOutcome(answer: OutboundAnswer): CaptureOutcome {
  const read = readReservation(answer);
  if (read !== undefined && 'status' in read && read.status === 'captured') return { kind: 'captured' };
  const isClosed =
    read !== undefined && 'code' in read && ['POINTS_HOLD_NOT_FOUND', 'POINTS_HOLD_CLOSED'].includes(read.code);
  return isClosed ? { kind: 'closed' } : { kind: 'unknown', reason: reasonOf(answer) };
}

const isGone = (answer: OutboundAnswer): boolean => {
  const read = readReservation(answer);
  return read !== undefined && 'status' in read && ['released', 'voided', 'returned'].includes(read.status);
};

const partView = z.object({ key: z.string() });

function partOutcome(answer: OutboundAnswer, key: string): GiveBackOutcome {
  if (answer.kind !== 'answered') return { kind: 'unknown', reason: answer.reason };
  const given = partView.safeParse(answer.json);
  if (answer.status < 300 && given.success && given.data.key === key) return { kind: 'given_back' };
  const refusal = errorView.safeParse(answer.json);
  const isClosed = refusal.success && ['POINTS_HOLD_NOT_FOUND', 'POINTS_HOLD_CLOSED'].includes(refusal.data.code);
  return isClosed ? { kind: 'given_back' } : { kind: 'unknown', reason: reasonOf(answer) };
}

const identityBody = (identity: PointsIdentity): object => {
  const { kind: _, ...body } = identity;
  return body;
};

/** Number of reservations per page of the list. */
const pageSize = 500;

/** Milliseconds. No shopper waits for the list, so it may take longer than other calls. */
const listTimeoutMs = 10_000;

function readList(answer: OutboundAnswer): Awaited<ReturnType<PointsPrograms['listReservations']>> {
  const read =
    answer.kind === 'answered' && answer.status === 200 ? listedReservations.safeParse(answer.json) : undefined;
  if (read?.success !== true) return 'unknown';
  const { holds, next } = read.data;
  return {
    reservations: holds.map(({ key, status, createdAt }) => ({
      key,
      kind: kindOf(status),
      createdAt: new Date(createdAt),
    })),
    next,
  };
}

/**
 * The programs over HTTP, as the sandbox bank implements them. If they do not answer, a circuit breaker refuses further calls, so
 * that shoppers do not wait. It covers only balances and reservations, so the settling job can always send its calls.
 */
export function createHttpPointsPrograms(options: HttpPointsProgramsOptions): PointsPrograms {
  const { url, merchantKey, timeoutMs = 5_000 } = options;
  const breaker = createCircuitBreaker({ service: 'points', failures: 5, restMs: 10_000 });
  const headers = { authorization: `Bearer ${merchantKey}` };
  const post = (path: string, body: object): Promise<OutboundAnswer> =>
    callOutside({ service: 'points', method: 'POST', url: `${url}/points/${path}`, headers, body, timeoutMs });
  const postGuarded = (path: string, body: object): Promise<OutboundAnswer> =>
    callThroughBreaker(breaker, () => post(path, body));
  const giveBack = async (key: string): Promise<GiveBackOutcome> => {
    const released = await post(`holds/${key}/release`, {});
    if (isGone(released)) return { kind: 'given_back' };
    const refusal = readReservation(released);
    // The points were taken or given back before, so there is nothing to release.
    if (refusal === undefined || !('code' in refusal)) return { kind: 'unknown', reason: reasonOf(released) };
    const returned = await post(`holds/${key}/return`, {});
    return isGone(returned) ? { kind: 'given_back' } : { kind: 'unknown', reason: reasonOf(returned) };
  };
  const listReservations = async (since: Date, after: string | null) => {
    const query = new URLSearchParams({ since: since.toISOString(), limit: String(pageSize), after: after ?? '0' });
    const list = `${url}/points/holds?${query}`;
    return readList(
      await callOutside({ service: 'points', method: 'GET', url: list, headers, timeoutMs: listTimeoutMs }),
    );
  };
  return {
    credits: options.credits ?? false,
    credit: async (earned) => creditOutcome(await post('credits', earned), earned.key),
    takeBack: async (creditKey, part) => {
      const answer = await post(`credits/${creditKey}/takebacks`, part);
      return isConfirmed(answer, part.key) ? { kind: 'taken_back' } : { kind: 'unknown', reason: reasonOf(answer) };
    },
    findBalance: async (program, identity) =>
      balanceOf(await postGuarded(`${program}/balance`, identityBody(identity))),
    reserve: async (reservation) => reservationOutcome(await postGuarded('holds', reservation)),
    findReservation: async (key) =>
      knownReservation(
        await callOutside({ service: 'points', method: 'GET', url: `${url}/points/holds/${key}`, headers, timeoutMs }),
      ),
    capture: async (key) => captureOutcome(await post(`holds/${key}/capture`, {})),
    giveBack,
    giveBackPart: async (key, part) => partOutcome(await post(`holds/${key}/paybacks`, part), part.key),
    listReservations,
  };
}

/** The points programs from a shop's settings. */
export const openPointsPrograms = ({ bank, creditsPoints }: Pick<Config, 'bank' | 'creditsPoints'>): PointsPrograms =>
  createHttpPointsPrograms({ ...bank, credits: creditsPoints });
