import type { FastifyRequest } from 'fastify';

/** Whether an address belongs to the API: it answers JSON to everybody, and checks the origin of who calls. */
export const isApiPath = (url: string): boolean => /^\/(?:v1|v2|api|demo\/api)(?:[/?]|$)/.test(url);

/** A person who goes to a page, not a program that calls: refusals are shown as a page (DEC-191). */
export const isNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !isApiPath(url) && (headers.accept ?? '').includes('text/html');
