import type { Client } from '@ceiba/contract/client';
import { expect } from '@playwright/test';
import { read } from './read.ts';

/** Every mail to an address; they are sent by a job, so the first is waited for. */
export async function mailsTo(api: Client, email: string) {
  const list = async () => (await read(api, 'listDemoMails', { query: { to: email } })).data;
  await expect
    .poll(async () => (await list()).length, { message: `mails to ${email}`, timeout: 60_000 })
    .toBeGreaterThan(0);
  return list();
}
