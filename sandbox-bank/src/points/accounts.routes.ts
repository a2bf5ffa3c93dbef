import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { specialIdentifiers } from '../billing/taxpayers.ts';
import { outcomeOf } from '../cards.ts';
import { sendRefusal } from '../platform/refusals.ts';
import { parseRequest } from '../platform/requests.ts';
import { findAccount } from './accounts.store.ts';
import { findMemberAccount, memberDocument, registerMember, registration } from './members.ts';
import { identitySchema, type Program, personKey, program, provenCardKey } from './programs.ts';

const programParams = z.strictObject({ program: z.string() });

export function pointsAccountsRoutes(app: FastifyInstance, bank: Bank): void {
  app.post('/points/:program/balance', async (request, reply) => {
    const named = program.safeParse(parseRequest(programParams, request.params).program);
    if (!named.success) return sendRefusal(reply, 'POINTS_PROGRAM_NOT_FOUND');
    const asked = readIdentity(bank, named.data, request.body);
    return failAs(bank, asked.name, request, reply) ?? sendBalance(bank, named.data, asked.identity, reply);
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
      : { registered: true, points: account.available };
  });
}

/** `name` is what the special identities are told by; `identity` is absent when the card does not prove its holder. */
function readIdentity(bank: Bank, of: Program, body: unknown): { name: string; identity: string | undefined } {
  if (of === 'MaxpointsPoints') {
    const person = parseRequest(identitySchema.person, body);
    return { name: person.dpi, identity: personKey(bank.fingerprint, person) };
  }
  const card = parseRequest(identitySchema.card, body);
  return { name: card.number, identity: provenCardKey(bank.fingerprint, card, bank.now()) };
}

/** The identities that fail as in the registry (DPI) and at the acquirer (card); undefined for everybody else. */
function failAs(bank: Bank, name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const outcome = outcomeOf(name);
  if (name === specialIdentifiers.unavailable.dpi || outcome === 'processor-error') {
    return sendRefusal(reply, 'UPSTREAM_UNAVAILABLE');
  }
  if (name !== specialIdentifiers.silent.dpi && outcome !== 'no-answer') return undefined;
  bank.line.hold(request, reply);
  return reply;
}

function sendBalance(bank: Bank, of: Program, identity: string | undefined, reply: FastifyReply): FastifyReply {
  const account = identity === undefined ? undefined : bank.database.transact((tx) => findAccount(tx, of, identity));
  if (account === undefined) return sendRefusal(reply, 'POINTS_ACCOUNT_NOT_FOUND');
  return reply.send({ account: account.id, availablePoints: account.available });
}
