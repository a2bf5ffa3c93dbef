import type { Client } from '@ceiba/contract/client';
import { expect } from '@playwright/test';
import { read } from './read.ts';

/** Returns every mail to an address. A job sends mails, so this function waits for the first mail. */
export async function mailsTo(api: Client, email: string) {
  const list = async () => (await read(api, 'listDemoMails', { query: { to: email } })).data;
  await expect
    .poll(async () => (await list()).length, { message: `mails to ${email}`, timeout: 60_000 })
    .toBeGreaterThan(0);
  return list();
}
