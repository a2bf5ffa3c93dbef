import type { Client } from '@ceiba/contract/client';
import type { Page } from '@playwright/test';
import { newBuyer } from './buyer.ts';
import { read } from './read.ts';

/** The demo shop's customer. All tests share this customer, so no test may change the customer. */
export const demoCustomer = { email: 'cliente@ceiba.example', password: 'Ceiba2026demo' } as const;

/** Fills in and submits the open login. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Correo electrónico' }).fill(email);
  await main.getByLabel('Contraseña', { exact: true }).fill(password);
  await main.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
}

/** Signs in with a new account and returns it. Changes and requests show in the account's pages. */
export async function signInAsNew(page: Page, api: Client): Promise<{ email: string; password: string }> {
  const account = { email: newBuyer().email, password: demoCustomer.password };
  const person = { firstName: 'Lucía', lastName: 'Paz', phone: '55123480' };
  await read(api, 'register', { body: { ...person, ...account, registerLeal: false, acceptTerms: true } });
  await signIn(page, account);
  return account;
}
