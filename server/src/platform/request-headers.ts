import type { FastifyRequest } from 'fastify';

/** Undefined when it was not sent, or sent empty. */
export const headerOf = ({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const bearerForm = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The token of the header Authorization; undefined when there is none, or when it has not the form of one of ours. */
export const bearerOf = (request: Pick<FastifyRequest, 'headers'>): string | undefined =>
  bearerForm.exec(headerOf(request, 'authorization') ?? '')?.[1];
