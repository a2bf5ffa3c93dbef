import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Calls, noAnswer, refusal } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleCustomer, sampleSession, storedSession } from '../testing/signed-in.ts';

const bytes = (text: string): ArrayBuffer => new Uint8Array(Buffer.from(text)).buffer;

/** Simulates a browser with passkeys; `answer` is the device's reaction. */
const withDevice = (answer: () => Promise<unknown>) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { create: answer, get: answer } }));
};

const credential = (response: object) => ({
  id: 'llave',
  rawId: bytes('llave'),
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
});

const loginOptions = { challenge: 'AAAA', rpId: 'localhost', timeout: 300_000, userVerification: 'required' } as const;

const makingOptions = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'Ceiba' },
  user: { id: 'AAAA', name: 'lucia@correo.gt', displayName: 'Lucía Ajú Morales' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
  timeout: 300_000,
  attestation: 'none' as const,
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required' as const,
    requireResidentKey: true as const,
    userVerification: 'required' as const,
  },
};

const phone = {
  id: '00000000-0000-4000-8000-0000000000f1',
  name: 'Mi teléfono',
  createdAt: '2026-11-20T16:00:00Z',
  lastUsedAt: '2026-11-21T16:00:00Z',
};

test('a passkey signs the shopper in without typing', async () => {
  withDevice(async () =>
    credential({ authenticatorData: bytes('datos'), clientDataJSON: bytes('{}'), signature: bytes('firma') }),
  );
  const shop = await renderScreen('/login?redirect=%2Fcompare', {
    calls: { startPasskeyLogin: loginOptions, loginByPasskey: sampleSession(), getCustomer: sampleCustomer() },
  });
  await shop.user.click(await screen.findByRole('button', { name: 'Entrar con llave de acceso (huella o rostro)' }));
  await waitFor(() => expect(shop.address()).toBe('/compare'));
  expect(shop.sentTo('loginByPasskey').map(({ body }) => body)).toEqual([
    { id: 'llave', clientDataJSON: 'e30', authenticatorData: 'ZGF0b3M', signature: 'ZmlybWE' },
  ]);
  expect(screen.getByText('Hola, Lucía')).toBeVisible();
});

test.each<[string, () => Promise<unknown>, Calls, string]>([
  [
    'the shopper cancels',
    () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    { startPasskeyLogin: loginOptions },
    'Inténtalo de nuevo o entra con tu contraseña.',
  ],
  [
    'the shop refuses',
    async () =>
      credential({ authenticatorData: bytes('datos'), clientDataJSON: bytes('{}'), signature: bytes('firma') }),
    {
      startPasskeyLogin: loginOptions,
      loginByPasskey: refusal('PASSKEY_INVALID', { message: 'No pudimos verificar tu llave de acceso.' }),
    },
    'No pudimos verificar tu llave de acceso.',
  ],
])('a passkey that %s shows an error, and the password can still be used', async (_, answer, calls, message) => {
  withDevice(answer);
  const shop = await renderScreen('/login', { calls });
  await shop.user.click(await screen.findByRole('button', { name: 'Entrar con llave de acceso (huella o rostro)' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Contraseña')).toBeVisible();
  expect(localStorage.getItem('ceiba.customer')).toBeNull();
});

test('in a browser without passkeys, the login page offers no passkey', async () => {
  await renderScreen('/login');
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Entrar con llave de acceso (huella o rostro)' })).toBeNull();
});

const open = (calls: Calls) =>
  renderScreen('/dashboard/profile', {
    local: storedSession(),
    calls: { getCustomer: sampleCustomer(), getDashboardTexts: noAnswer, ...calls },
  });

test('the profile adds a passkey by name and password, and reports a wrong password', async () => {
  withDevice(async () => credential({ clientDataJSON: bytes('{}'), attestationObject: bytes('prueba') }));
  let isRight = false;
  let passkeys: (typeof phone)[] = [];
  const shop = await open({
    listPasskeys: () => passkeys,
    startPasskey: () =>
      isRight ? makingOptions : refusal('WRONG_PASSWORD', { message: 'Tu contraseña actual no es correcta.' }),
    addPasskey: () => {
      passkeys = [phone];
      return phone;
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Agregar llave de acceso' }));
  const add = form.getByRole('button', { name: 'Agregar llave de acceso' });
  await shop.user.click(add);
  expect(await screen.findByText('Ponle un nombre a tu llave de acceso.')).toBeVisible();
  await shop.user.type(form.getByLabelText('Nombre de la llave de acceso'), 'Mi teléfono');
  const password = form.getByLabelText('Contraseña de tu cuenta');
  await shop.user.type(password, 'Ceiba2026demo');
  await shop.user.click(add);
  await waitFor(() => expect(password).toHaveAccessibleDescription('Tu contraseña actual no es correcta.'));
  isRight = true;
  await shop.user.click(add);
  expect(await screen.findByText('Agregamos tu llave de acceso')).toBeVisible();
  expect(shop.sentTo('addPasskey').map(({ body }) => body)).toEqual([
    { passkeyName: 'Mi teléfono', id: 'llave', clientDataJSON: 'e30', attestationObject: 'cHJ1ZWJh' },
  ]);
  expect(await screen.findByRole('heading', { name: 'Mi teléfono' })).toBeVisible();
  expect(password).toHaveValue('');
});

test('if the device refuses to create a passkey, an error shows and typed text stays', async () => {
  withDevice(() => Promise.reject(new DOMException('has one', 'InvalidStateError')));
  const shop = await open({ startPasskey: makingOptions });
  const form = within(await screen.findByRole('form', { name: 'Agregar llave de acceso' }));
  await shop.user.type(form.getByLabelText('Nombre de la llave de acceso'), 'Mi teléfono');
  await shop.user.type(form.getByLabelText('Contraseña de tu cuenta'), 'Ceiba2026demo');
  await shop.user.click(form.getByRole('button', { name: 'Agregar llave de acceso' }));
  expect(await screen.findByText(/Tu dispositivo no lo creó/)).toBeVisible();
  expect(form.getByLabelText('Nombre de la llave de acceso')).toHaveValue('Mi teléfono');
});

test('the profile lists passkeys with their dates and removes one', async () => {
  let passkeys = [phone];
  const shop = await open({
    listPasskeys: () => passkeys,
    removePasskey: () => {
      passkeys = [];
      return null;
    },
  });
  expect(
    await screen.findByText('Agregada el 20 de noviembre de 2026 · Usada el 21 de noviembre de 2026'),
  ).toBeVisible();
  await shop.user.click(screen.getByRole('button', { name: 'Quitar' }));
  expect(await screen.findByText('Quitamos tu llave de acceso')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mi teléfono' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Llaves de acceso' })).toHaveFocus());
  expect(shop.sentTo('removePasskey').map(({ params }) => params)).toEqual([{ id: phone.id }]);
});
