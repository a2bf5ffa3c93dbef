import { expect, test } from 'vitest';
import { type CalledLately, createCallBudgets } from './call-budgets.store.ts';

const minute = 60_000;
const start = Date.parse('2026-11-27T06:00:00Z');

/** A fake database shared by several nodes, with one clock. */
const world = () => {
  let now = new Date(start);
  let told = 0;
  const counts = new Map<string, { calls: number; endsAt: Date }>();
  const addCalls = async ({ budget, caller, calls, endsAt }: CalledLately) => {
    told += 1;
    const known = counts.get(`${budget} ${caller}`);
    const isOpen = known !== undefined && known.endsAt > now;
    const next = isOpen ? { calls: known.calls + calls, endsAt: known.endsAt } : { calls, endsAt };
    counts.set(`${budget} ${caller}`, next);
    return next;
  };
  const errors: Error[] = [];
  const node = (add = addCalls) =>
    createCallBudgets({ addCalls: add, now: () => now, onFailure: (error) => errors.push(error) });
  return {
    node,
    errors,
    told: () => told,
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
};

const budgetOf = (max: number) => ({ name: 'read', max, windowMs: minute });

const accepted = async (node: ReturnType<typeof createCallBudgets>, max: number, calls: number): Promise<number> => {
  let count = 0;
  for (let call = 0; call < calls; call += 1) {
    if ((await node.take(budgetOf(max), '10.0.0.1')).calls <= max) count += 1;
  }
  return count;
};

test.each([
  [1, 1],
  [30, 30],
  [1_200, 20],
])('[DEC-167] a budget of %i allows exactly that many calls, reported in %i statements', async (max, statements) => {
  const { node, told } = world();
  expect(await accepted(node(), max, max + 50)).toBe(max);
  expect(told()).toBe(statements);
});

test('[DEC-167] a new window starts when the previous window has ended', async () => {
  const { node, pass } = world();
  const one = node();
  expect(await accepted(one, 30, 40)).toBe(30);
  pass(minute - 1);
  expect(await accepted(one, 30, 40)).toBe(0);
  pass(1);
  expect(await accepted(one, 30, 40)).toBe(30);
});

test('[DEC-167] giving a call back after its window has ended does not change the next window', async () => {
  const { node, pass } = world();
  const one = node();
  const early = await one.take(budgetOf(30), '10.0.0.1');
  const later = await one.take(budgetOf(30), '10.0.0.1');
  later.giveBack();
  expect((await one.take(budgetOf(30), '10.0.0.1')).calls).toBe(2);
  pass(minute);
  expect((await one.take(budgetOf(30), '10.0.0.1')).calls).toBe(1);
  early.giveBack();
  expect((await one.take(budgetOf(30), '10.0.0.1')).calls).toBe(2);
});

test('[DEC-167] giving back a refused call changes nothing', async () => {
  const one = world().node();
  await accepted(one, 30, 30);
  (await one.take(budgetOf(30), '10.0.0.1')).giveBack();
  expect((await one.take(budgetOf(30), '10.0.0.1')).calls).toBe(31);
});

test('[DEC-167] each address has its own budget', async () => {
  const one = world().node();
  expect(await accepted(one, 30, 40)).toBe(30);
  expect((await one.take(budgetOf(30), '10.0.0.2')).calls).toBe(1);
});

test('[DEC-167] concurrent calls are counted one by one', async () => {
  const one = world().node();
  const verdicts = await Promise.all(Array.from({ length: 2_000 }, () => one.take(budgetOf(1_200), '10.0.0.1')));
  expect(verdicts.filter(({ calls }) => calls <= 1_200)).toHaveLength(1_200);
});

test('without a database no call is refused, and the node counts alone', async () => {
  const { node, errors } = world();
  expect(
    await accepted(
      node(() => Promise.reject(new Error('away'))),
      30,
      40,
    ),
  ).toBe(30);
  expect(errors).toHaveLength(30);
});
