import { createHmac } from 'node:crypto';
import type { Client } from '@ceiba/contract/client';
import { expect, type Page } from '@playwright/test';
import { mailsTo } from './mails.ts';
import { ceiba } from './operator.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** The six digits that an application shows at a moment (RFC 6238). */
const codeAt = (secret: string, moment: number): string => {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(moment / 30_000)));
  const digest = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const at = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
};

const password = 'una palabra bastante larga';

/** A person of the desk: invited by the operator, let in by the mail's link. `look` is told of each step of it. */
export async function joinDesk(
  page: Page,
  api: Client,
  role: string,
  look: (step: string) => Promise<void> = async () => {},
): Promise<string> {
  const email = `${role}.${crypto.randomUUID().slice(0, 8)}@ceiba.example`;
  await ceiba('staff', 'invite', email, '--role', role, '--name', 'Marta Xicará');
  const [mail] = await mailsTo(api, email);
  const link = /href="([^"]*\/admin\/invitacion[^"]*)"/.exec(mail?.html ?? '')?.[1];
  if (link === undefined) throw new Error('the invitation’s mail has no link');
  // A command knows its own setting of the shop's address, or none.
  const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
  await page.goto(`${pathname}${search}`);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await look('invitation');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('img', { name: 'Código QR del segundo factor' })).toBeVisible();
  await look('enrolment');
  const secret = await page.getByRole('code').innerText();
  await page.getByLabel('Código de verificación').fill(codeAt(secret.replaceAll(' ', ''), Date.now()));
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByRole('heading', { name: 'Guarda tus códigos de recuperación' })).toBeVisible();
  await look('recovery-codes');
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
  return email;
}
