import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

interface Operation {
  operationId: string;
  parameters: { name: string; schema: { type?: string; maxLength?: number } }[];
  responses: Record<string, unknown>;
}

const readOperations = async (): Promise<Operation[]> => {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = (
    await shop.inject({ method: 'GET', url: '/openapi.json' })
  ).json();
  return Object.values(paths).flatMap((path) => Object.values(path));
};

/** CONST-53; what the platform itself refuses keeps its standard code (DEC-02). */
const documented = ['200', '201', '204', '400', '401', '403', '404', '409', '500', '502'];
const ofThePlatform = ['405', '413', '415', '422', '429', '503'];

test('[CONST-53] the calls are described with the documented statuses and the platform’s own, and nothing else', async () => {
  const operations = await readOperations();
  expect(operations.length).toBeGreaterThan(40);
  for (const { operationId, responses } of operations) {
    const others = Object.keys(responses).filter((status) => ![...documented, ...ofThePlatform].includes(status));
    expect(others, operationId).toEqual([]);
    expect(
      Object.keys(responses).some((status) => status.startsWith('2')),
      operationId,
    ).toBe(true);
  }
});

test('the key of a request may be as long as the calls that honour it take: 255 characters', async () => {
  const keys = (await readOperations()).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'Idempotency-Key'),
  );
  expect(keys.map(({ schema }) => schema.maxLength)).toEqual([255]);
});

test('a list in a query is one text with commas', async () => {
  const lists = (await readOperations()).flatMap(({ parameters }) =>
    parameters.filter(({ name }) => name === 'skus' || name === 'ids'),
  );
  expect(lists.map(({ schema }) => schema.type)).toEqual(lists.map(() => 'string'));
});
