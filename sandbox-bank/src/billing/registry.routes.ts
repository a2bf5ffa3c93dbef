import { checkDpi } from '@ceiba/domain/billing/dpi';
import { checkNit } from '@ceiba/domain/billing/nit';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank.ts';
import { parseRequest, sendRefusal } from '../platform/http.ts';
import { type RegistryType, specialIdentifiers, taxpayers } from './taxpayers.ts';

const lookUpQuery = z.strictObject({ type: z.enum(['nit', 'dpi']), identifier: z.string().min(1).max(30) });

/** The tax registry (DEC-109): 400 for a NIT with a wrong check digit or a DPI without 13 digits, 404 for an unknown number. */
export function registryRoutes(app: FastifyInstance, bank: Bank): void {
  app.get('/registry/taxpayers', async (request, reply) => {
    const query = parseRequest(lookUpQuery, request.query);
    const identifier = readIdentifier(query.type, query.identifier);
    if (identifier === undefined) return sendRefusal(reply, 'INVALID_IDENTIFIER');
    if (identifier === specialIdentifiers.unavailable[query.type]) return sendRefusal(reply, 'UPSTREAM_UNAVAILABLE');
    if (identifier === specialIdentifiers.silent[query.type]) {
      bank.line.leaveUnanswered(request, reply);
      return reply;
    }
    const name = taxpayers.get(identifier);
    return name === undefined ? sendRefusal(reply, 'TAXPAYER_NOT_FOUND') : { name };
  });
}

function readIdentifier(type: RegistryType, typed: string): string | undefined {
  const checked = type === 'nit' ? checkNit(typed) : checkDpi(typed);
  return checked.ok ? checked.value : undefined;
}
