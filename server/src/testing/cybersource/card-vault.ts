import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

const identifierBody = z.strictObject({ card: z.strictObject({ number: z.string() }) });
const instrumentBody = z.strictObject({
  card: z.strictObject({ expirationMonth: z.string(), expirationYear: z.string(), type: z.string() }),
  billTo: z.record(z.string(), z.string()).optional(),
  instrumentIdentifier: z.strictObject({ id: z.string() }),
});
const idParams = z.object({ id: z.string() });

interface KeptCard {
  number: string;
  expiry: string;
}

/** Token management. An identifier represents a card number, for any person who saves it. An instrument represents one saved card. */
export function registerCardVault(app: FastifyInstance, textOf: (request: FastifyRequest) => string) {
  const numbers = new Map<string, string>();
  const instruments = new Map<string, KeptCard>();

  app.post('/tms/v1/instrumentidentifiers', async (request, reply) => {
    const { card } = identifierBody.parse(JSON.parse(textOf(request)));
    if (!/^\d{13,16}$/.test(card.number)) {
      return reply.code(400).send({ errors: [{ type: 'invalidParameters', details: [{ name: 'card.number' }] }] });
    }
    const known = [...numbers].find(([, number]) => number === card.number)?.[0];
    const id = known ?? `70${String(numbers.size).padStart(17, '0')}`;
    numbers.set(id, card.number);
    return reply.code(known === undefined ? 201 : 200).send({ id, object: 'instrumentIdentifier', state: 'ACTIVE' });
  });

  app.post('/tms/v1/paymentinstruments', async (request, reply) => {
    const { card, instrumentIdentifier } = instrumentBody.parse(JSON.parse(textOf(request)));
    const number = numbers.get(instrumentIdentifier.id);
    if (number === undefined) return reply.code(404).send({ errors: [{ type: 'notFound' }] });
    const id = randomUUID().replaceAll('-', '').toUpperCase();
    instruments.set(id, { number, expiry: `${card.expirationMonth}/${card.expirationYear.slice(2)}` });
    return reply.code(201).send({ id, object: 'paymentInstrument', state: 'ACTIVE' });
  });

  app.delete('/tms/v1/paymentinstruments/:id', async (request, reply) => {
    const { id } = idParams.parse(request.params);
    return instruments.delete(id) ? reply.code(204).send() : reply.code(404).send({ errors: [{ type: 'notFound' }] });
  });

  return { cardOf: (token: string): KeptCard | undefined => instruments.get(token) };
}
