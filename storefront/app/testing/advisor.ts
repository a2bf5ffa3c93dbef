import type { Advisor } from '@ceiba/contract/advisors';

/** Andrea of the main store, at work for another half day. */
export const sampleAdvisor = (changes: Partial<Advisor> = {}, leftMs = 43_200_000): Advisor => ({
  firstName: 'Andrea',
  hash: 'asesor-demo',
  store: 'MAX',
  expirationDate: new Date(Date.now() + leftMs).toISOString(),
  ...changes,
});

/** What a browser keeps of an advisor at work (DEC-184). */
export const storedAdvisor = (changes: Partial<Advisor> = {}, leftMs?: number): { 'ceiba.advisor': string } => ({
  'ceiba.advisor': JSON.stringify(sampleAdvisor(changes, leftMs)),
});

/** What the shop answers when a cart is put into her hands. */
export const attached = {
  status: 200,
  data: { result: true as const, employeeInfo: { firstName: 'Andrea', hash: 'asesor-demo', store: 'MAX' } },
};
