import { createHmac, randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { ceiba } from './operator.ts';
import { baseURL } from './where.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const bytesOf = (base32: string): Buffer => {
  const bits = [...base32.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Returns the six digits that an authenticator shows at a moment (RFC 6238). */
const codeAt = (secret: string, moment: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment / 30_000)));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

const password = 'una palabra bastante larga';

/** Calls the desk's API with the origin of its pages. */
const post = (request: APIRequestContext, path: string, data: object) =>
  request.post(`/v1/admin/${path}`, { data, headers: { origin: new URL(baseURL).origin } });

const sent = async (request: APIRequestContext, path: string, data: object) => {
  const answer = await post(request, path, data);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
};

interface Invitation {
  email: string;
  /** Path and query of the mail's link to the page of the invitation. */
  path: string;
}

/** Waits for an invitation's mail, which a job sends. Returns its link. */
const invitationTo = async (request: APIRequestContext, email: string): Promise<Invitation> => {
  let html: string | undefined;
  await expect
    .poll(
      async () => {
        const mails = await request.get('/demo/api/mails', { params: { to: email } });
        html = (await mails.json()).data[0]?.html;
        return html;
      },
      { message: `an invitation for ${email}`, timeout: 60_000, intervals: [50] },
    )
    .toBeDefined();
  const link = /href="([^"]*\/admin\/invitacion[^"]*)"/.exec(html ?? '')?.[1];
  if (link === undefined) throw new Error('the invitation’s mail has no link');
  // A command may have a different or no setting of the shop's address.
  const { pathname, hash } = new URL(link.replaceAll('&amp;', '&'));
  return { email, path: `${pathname}${hash}` };
};

/** Accepts an invitation by calls, and enrols the second factor. Returns its secret. `request` is then signed in. */
const accept = async (request: APIRequestContext, { path }: Invitation): Promise<string> => {
  const token = new URLSearchParams(path.split('#')[1]).get('token');
  const { challenge } = await sent(request, 'session/invitation', { token, password });
  const { secret } = await sent(request, 'session/enrol', { challenge });
  await sent(request, 'session/verify', { challenge, code: codeAt(secret, Date.now()) });
  return secret;
};

/** Invites staff to the desk. There is one owner for each test process, because the operator's command takes as long as a page. */
export class DeskOwner {
  readonly #request: APIRequestContext;
  readonly #secret: string;

  private constructor(request: APIRequestContext, secret: string) {
    this.#request = request;
    this.#secret = secret;
  }

  static async enter(request: APIRequestContext): Promise<DeskOwner> {
    const email = `duena.${randomUUID()}@ceiba.example`;
    await ceiba('staff', 'invite', email, '--role', 'owner', '--name', 'Beatriz Cojulún');
    return new DeskOwner(request, await accept(request, await invitationTo(request, email)));
  }

  async invite(role: string, store?: string): Promise<Invitation> {
    const email = `${role}.${randomUUID()}@ceiba.example`;
    const person = { email, name: 'Marta Xicará', role, ...(store === undefined ? {} : { stores: [store] }) };
    const invited = await post(this.#request, 'staff', person);
    // After a while the desk requires a code again.
    if (invited.status() === 403) {
      await sent(this.#request, 'session/confirm', { code: codeAt(this.#secret, Date.now()) });
      await sent(this.#request, 'staff', person);
    } else expect(invited.status(), await invited.text()).toBe(201);
    return invitationTo(this.#request, email);
  }

  /** Makes a change by the API and returns its data. */
  send(path: string, data: object) {
    return sent(this.#request, path, data);
  }
}

/** Signs in a new person with that role at the desk, by calls, in this page. */
export async function openDesk(page: Page, owner: DeskOwner, role: string, store?: string): Promise<void> {
  await accept(page.request, await owner.invite(role, store));
  await page.goto('/admin');
  await expect(page.getByRole('navigation', { name: 'Menú' })).toBeVisible();
}

/** Invites an owner, who signs in by the pages of the desk. `look` is called after each step. Returns their e-mail. */
export async function joinDesk(page: Page, owner: DeskOwner, look: (step: string) => Promise<void>): Promise<string> {
  const { email, path } = await owner.invite('owner');
  await page.goto(path);
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
