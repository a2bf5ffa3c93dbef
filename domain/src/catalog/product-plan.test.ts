import { expect, test } from 'vitest';
import { maxPlanDays, type ProductPlan, planFault } from './product-plan.ts';

const now = new Date('2026-11-24T12:00:00-06:00');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const hour = 3_600_000;
const limit = maxPlanDays * 24 * hour;

test.each<[string, ProductPlan, 'draft' | 'published' | 'archived', ProductPlan[], string | undefined]>([
  ['a moment before now', { state: 'published', at: after(-1) }, 'draft', [], 'at'],
  ['now', { state: 'published', at: after(0) }, 'draft', [], 'at'],
  ['a moment after now', { state: 'published', at: after(1) }, 'draft', [], undefined],
  ['two years', { state: 'published', at: after(limit) }, 'draft', [], undefined],
  ['more than two years', { state: 'published', at: after(limit + 1) }, 'draft', [], 'at'],
  ['the present state', { state: 'archived', at: after(hour) }, 'archived', [], 'state'],
  [
    'the present state, after another plan',
    { state: 'published', at: after(2 * hour) },
    'published',
    [{ state: 'draft', at: after(hour) }],
    undefined,
  ],
  [
    'the present state, before another plan',
    { state: 'published', at: after(hour) },
    'published',
    [{ state: 'draft', at: after(2 * hour) }],
    'state',
  ],
  [
    'a second end',
    { state: 'archived', at: after(2 * hour) },
    'published',
    [{ state: 'draft', at: after(hour) }],
    'state',
  ],
  [
    'an end at the moment of the start',
    { state: 'draft', at: after(hour) },
    'draft',
    [{ state: 'published', at: after(hour) }],
    'at',
  ],
])('a plan for %s', (_, plan, present, others, field) => {
  expect(planFault(plan, { now, present, others })?.field).toBe(field);
});
