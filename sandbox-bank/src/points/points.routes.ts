import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { specialIdentifiers } from '../billing/taxpayers.ts';
import { outcomeOf } from '../cards.ts';
import { parseRequest, sendRefusal } from '../platform/http.ts';
import { creditPoints, creditRequest, takeBackPoints, takebackRequest } from './credit-points.ts';
import { findMemberAccount, memberDocument, registerMember, registration } from './members.ts';
import { findAccount, findReservation, listReservations, type PointsReservation } from './points.store.ts';
import { identitySchema, type Program, personKey, program, provenCardKey } from './programs.ts';
import {
  closeReservation,
  giveBackPoints,
  type ReservationAnswer,
  type ReservationRequest,
  type ReservationStep,
  reservePoints,
} from './reserve-points.ts';

const reservationBody = z.strictObject({ key: z.uuid(), account: z.uuid(), points: z.int().min(1).max(100_000_000) });
const listQuery = z.strictObject({
  since: z.iso.datetime().default('1970-01-01T00:00:00.000Z'),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
const partBody = z.strictObject({ key: z.uuid(), points: z.int().min(1).max(100_000_000) });
const keyParams = z.strictObject({ key: z.uuid() });
const programParams = z.strictObject({ program: z.string() });

/** Balances, members and reservations of the points programs (DEC-112 to DEC-116). */
export function pointsRoutes(app: FastifyInstance, bank: Bank): void {
  accountsRoutes(app, bank);
  reservationsRoutes(app, bank);
  creditsRoutes(app, bank);
}

/** Points that purchases earn (LOYAL-02). */
function creditsRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/points/credits', async (request, reply) => {
    const input = parseRequest(creditRequest, request.body);
    const failure = failAs(bank, input.document.documentId, request, reply);
    if (failure !== undefined) return failure;
    const credit = creditPoints(bank, input);
    if (!credit.ok) return sendRefusal(reply, credit.error.code);
    return reply.code(201).send({ key: credit.value.key, points: credit.value.points });
  });

  app.post('/points/credits/:key/takebacks', async (request, reply) => {
    const { key } = parseRequest(keyParams, request.params);
    const part = takeBackPoints(bank, key, parseRequest(takebackRequest, request.body));
    if (!part.ok) return sendRefusal(reply, part.error.code);
    return reply.code(201).send({ key: part.value.key, points: part.value.points });
  });
}

function accountsRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/points/:program/balance', async (request, reply) => {
    const named = program.safeParse(parseRequest(programParams, request.params).program);
    if (!named.success) return sendRefusal(reply, 'POINTS_PROGRAM_NOT_FOUND');
    const identified = readIdentity(bank, named.data, request.body);
    return failAs(bank, identified.name, request, reply) ?? sendBalance(bank, named.data, identified.identity, reply);
  });

  app.post('/points/members', async (request, reply) => {
    const member = parseRequest(registration, request.body);
    const failure = failAs(bank, member.documentId, request, reply);
    if (failure !== undefined) return failure;
    const account = registerMember(bank, member);
    if (!account.ok) return sendRefusal(reply, account.error.code);
    return reply.code(201).send({ registered: true, points: account.value.available });
  });

  app.get('/points/members', async (request, reply) => {
    const document = parseRequest(memberDocument, request.query);
    const failure = failAs(bank, document.documentId, request, reply);
    if (failure !== undefined) return failure;
    const account = findMemberAccount(bank, document);
    return account === undefined
      ? sendRefusal(reply, 'MEMBER_NOT_FOUND')
      : { registered: true, points: Math.max(0, account.available) };
  });
}

/** `name` identifies the special accounts; `identity` is absent if the card does not prove its holder. */
function readIdentity(bank: Bank, of: Program, body: unknown): { name: string; identity: string | undefined } {
  if (of === 'MaxpointsPoints') {
    const person = parseRequest(identitySchema.person, body);
    return { name: person.dpi, identity: personKey(bank.fingerprint, person) };
  }
  const card = parseRequest(identitySchema.card, body);
  return { name: card.number, identity: provenCardKey(bank.fingerprint, card, bank.now()) };
}

/**
 * Simulates the faults of special identities, as in the registry (DPI) and at the acquirer (card). Undefined for all
 * other identities.
 */
function failAs(bank: Bank, name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const outcome = outcomeOf(name);
  if (name === specialIdentifiers.unavailable.dpi || outcome === 'processor-error') {
    return sendRefusal(reply, 'UPSTREAM_UNAVAILABLE');
  }
  if (name !== specialIdentifiers.silent.dpi && outcome !== 'no-answer') return undefined;
  bank.line.leaveUnanswered(request, reply);
  return reply;
}

function sendBalance(bank: Bank, of: Program, identity: string | undefined, reply: FastifyReply): FastifyReply {
  const account = identity === undefined ? undefined : bank.database.transact((tx) => findAccount(tx, of, identity));
  if (account === undefined) return sendRefusal(reply, 'POINTS_ACCOUNT_NOT_FOUND');
  return reply.send({ account: account.id, availablePoints: Math.max(0, account.available) });
}

function reservationsRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/points/holds', (request, reply) =>
    answerReservation(bank, parseRequest(reservationBody, request.body), request, reply),
  );

  app.get('/points/holds', async (request) => {
    const { since, after, limit } = parseRequest(listQuery, request.query);
    const reservations = bank.database.transact((tx) =>
      listReservations(tx, new Date(since).toISOString(), after, limit),
    );
    const last = reservations.length < limit ? undefined : reservations.at(-1);
    return {
      holds: reservations.map((reservation) => ({
        ...reservationView(reservation),
        createdAt: reservation.created_at,
      })),
      next: last === undefined ? null : String(last.rowid),
    };
  });

  app.get('/points/holds/:key', async (request, reply) => {
    const { key } = parseRequest(keyParams, request.params);
    const reservation = bank.database.transact((tx) => findReservation(tx, key));
    return reservation === undefined ? sendRefusal(reply, 'POINTS_HOLD_NOT_FOUND') : reservationView(reservation);
  });

  const closing = (step: ReservationStep) =>
    app.post(`/points/holds/:key/${step}`, async (request, reply) => {
      const { key } = parseRequest(keyParams, request.params);
      const reservation = closeReservation(bank, key, step);
      return reservation.ok ? reservationView(reservation.value) : sendRefusal(reply, reservation.error.code);
    });
  closing('capture');
  closing('release');
  closing('return');

  app.post('/points/holds/:key/paybacks', async (request, reply) => {
    const { key } = parseRequest(keyParams, request.params);
    const part = giveBackPoints(bank, key, parseRequest(partBody, request.body));
    if (!part.ok) return sendRefusal(reply, part.error.code);
    return reply.code(201).send({ key: part.value.key, points: part.value.points });
  });
}

/**
 * Sends the response that the account's simulated fault requires. A late reservation is made after the delay, unless
 * the key was released before.
 */
async function answerReservation(
  bank: Bank,
  body: ReservationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = reservePoints(bank, body, false);
  if (!answer.ok) return sendRefusal(reply, answer.error.code);
  if ('reservation' in answer.value) return deliver(bank, answer.value, request, reply);
  if (!(await bank.line.wait(bank.delays.late))) return drop(bank, request, reply);
  const late = reservePoints(bank, body, true);
  if (!late.ok) return sendRefusal(reply, late.error.code);
  return 'reservation' in late.value ? deliver(bank, late.value, request, reply) : drop(bank, request, reply);
}

async function deliver(
  bank: Bank,
  { reservation, fate }: Extract<ReservationAnswer, { reservation: PointsReservation }>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (fate === 'answer-lost') return drop(bank, request, reply);
  if (fate === 'bad-gateway-charged') return reply.code(502).type('text/html').send('<h1>502 Bad Gateway</h1>');
  if (fate === 'slow' || fate === 'very-slow')
    await bank.line.wait(fate === 'slow' ? bank.delays.slow : bank.delays.verySlow);
  return reply.code(201).send(reservationView(reservation));
}

function drop(bank: Bank, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  bank.line.drop(request, reply);
  return reply;
}

function reservationView(reservation: PointsReservation) {
  const { key, status } = reservation;
  return status === 'voided'
    ? { key, status }
    : { key, status, account: reservation.account_id, points: reservation.points };
}
