import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listenHere } from '../testing/listen-here.ts';
import { createHttpPointsPrograms } from './points-programs.ts';

/** A program that answers every reservation with the status that the key contains. */
const program = createServer((request, response) => {
  const status = request.url?.split('/').at(-1);
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ status }));
});
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await listenHere(program)}`;
});
afterAll(() => void program.close());

test.each([
  ['held', 'held'],
  ['captured', 'captured'],
  ['released', 'closed'],
  ['returned', 'closed'],
  ['voided', 'closed'],
])('a reservation that the program’s books show as %s has the state %s', async (status, kind) => {
  const programs = createHttpPointsPrograms({ url, merchantKey: 'key' });
  expect(await programs.findReservation(status)).toEqual({ kind });
});
