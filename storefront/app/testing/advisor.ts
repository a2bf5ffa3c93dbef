import type { Advisor } from '@ceiba/contract/advisors';

/** Andrea of the main store, whose session lasts another half day. */
export const sampleAdvisor = (changes: Partial<Advisor> = {}, leftMs = 43_200_000): Advisor => ({
  firstName: 'Andrea',
  hash: 'asesor-demo',
  store: 'MAX',
  expirationDate: new Date(Date.now() + leftMs).toISOString(),
  ...changes,
});

/** The stored session of an advisor at work (DEC-184). */
export const storedAdvisor = (changes: Partial<Advisor> = {}, leftMs?: number): { 'ceiba.advisor': string } => ({
  'ceiba.advisor': JSON.stringify(sampleAdvisor(changes, leftMs)),
});

/** The shop's answer when a cart is linked to her. */
export const attached = {
  status: 200,
  data: { result: true as const, employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' } },
};
