import { deskEndpoints } from '@ceiba/contract/desk/endpoints';
import { fileAnswer } from '@ceiba/contract/desk/list-calls';
import { type EndpointSpec, endpoint } from '@ceiba/contract/endpoint';
import { ok } from '@ceiba/domain/result';
import { demoTerms } from '@ceiba/domain/testing/terms';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../testing/until.ts';
import { type ApiOptions, registerRoutes } from './api.ts';
import { route } from './route.ts';

const call = { slice: 'test', method: 'GET', auth: 'public', limit: 'read', summary: '', errors: [] } as const;
const makeFile = endpoint({
  ...call,
  name: 'makeFile',
  path: '/file',
  file: 'text/csv',
  answers: { 200: fileAnswer },
});
const readNothing = endpoint({ ...call, name: 'readNothing', path: '/nothing', answers: { 200: z.object({}) } });

const nobody = async () => undefined;
const options: ApiOptions = {
  ...{ isDemo: false, checkAnswers: false, now: () => new Date(), policy: () => demoTerms },
  ...{ findSession: nobody, findLinkCart: nobody, findApiToken: nobody, findStaffSession: nobody },
  ...{ recordRefusal: nobody, sessionCookie: '', staffCookie: '', rateLimitOf: () => ({}) },
  calls: { answer: () => false, begin: () => undefined, put: nobody, invalidate: () => {} },
  takeDayBudget: async () => ({ giveBack: nobody }),
};

test('four files are generated at the same time, two per client; other files wait, but other calls do not', async () => {
  let making = 0;
  let most = 0;
  const read = Promise.withResolvers<void>();
  async function* rows() {
    making += 1;
    most = Math.max(most, making);
    yield 'a,b\n';
    await read.promise;
    making -= 1;
    yield '1,2\n';
  }
  const app = Fastify();
  registerRoutes(app, [route(makeFile, async () => ok(rows())), route(readNothing, async () => ok({}))], options);
  const ask = async (remoteAddress: string) => app.inject({ url: '/file', remoteAddress });
  /** Resolves when every earlier request has got as far as it can. */
  const pass = async () => {
    expect((await app.inject('/nothing')).statusCode).toBe(200);
  };
  const asked = [ask('10.0.0.1'), ask('10.0.0.1'), ask('10.0.0.1')];
  await until(() => making >= 2);
  await pass();
  expect(making).toBe(2);
  asked.push(ask('10.0.0.2'), ask('10.0.0.2'), ask('10.0.0.3'));
  await until(() => making >= 4);
  await pass();
  expect(making).toBe(4);
  read.resolve();
  const answers = await Promise.all(asked);
  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(asked.map(() => [200, 'a,b\n1,2\n']));
  expect(most).toBe(4);
  await app.close();
});

test('every generated file has a rate limit', () => {
  const made: EndpointSpec[] = Object.values<EndpointSpec>(deskEndpoints).filter(
    ({ file }) => file === 'text/csv' || file === 'application/pdf',
  );
  expect(made.length).toBeGreaterThan(10);
  expect(new Set(made.map(({ limit }) => limit))).toEqual(new Set(['staffFile']));
});
