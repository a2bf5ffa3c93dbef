import { confirmStaffSession } from '@ceiba/contract/desk/staff';
import type { EndpointSpec, StaffEndpointSpec } from '@ceiba/contract/endpoint';
import type { Result } from '@ceiba/domain/result';
import { expect, expectTypeOf, test } from 'vitest';
import type { AuditReceipt } from '../audit/record-change.ts';
import type { route } from './route.ts';
import type { Audited, changeRoute, recordedRoute } from './staff-route.ts';

// What the types refuse is refused by the compiler, which reads this file as all others; the tests themselves only run what is left.

test('a call of staff without a permission is no call', () => {
  expectTypeOf<StaffEndpointSpec>().toExtend<EndpointSpec>();
  expectTypeOf<Omit<StaffEndpointSpec, 'permission'>>().not.toExtend<EndpointSpec>();
  expect(confirmStaffSession.permission).toBe('signedIn');
});

test('a change of staff that writes no row of the audit does not compile', () => {
  expectTypeOf<object>().not.toExtend<AuditReceipt>();
  type Handled = Awaited<ReturnType<Parameters<typeof changeRoute<typeof confirmStaffSession>>[2]>>;
  type Done = Extract<Handled, { ok: true }>['value'];
  expectTypeOf<Done>().toExtend<Audited<unknown>>();
  expectTypeOf<Omit<Done, 'receipt'>>().not.toExtend<Done>();
  type Recorded = Awaited<ReturnType<Parameters<typeof recordedRoute<typeof confirmStaffSession>>[1]>>;
  expectTypeOf<Result<{ answer: null }, never>>().not.toExtend<Recorded>();
  // A change is bound by `changeRoute` or `recordedRoute`, which want the receipt.
  expectTypeOf<Parameters<typeof route<typeof confirmStaffSession>>[0]>().toBeNever();
});
