import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import '@testing-library/jest-dom/vitest';
import type { ApiError } from '@ceiba/contract/client';
import { FieldDialog } from './field-dialog.tsx';

const fields = {
  name: { kind: 'text', label: 'Nombre', max: 10 },
  parcels: { kind: 'whole', label: 'Bultos', min: 1, max: 99, isOptional: true },
  means: { kind: 'choice', label: 'Cómo', values: { voucher: 'Voucher', cash: 'Efectivo' }, empties: ['why'] },
  why: {
    kind: 'text',
    label: 'Por qué',
    max: 20,
    isFor: ({ means }: Readonly<Record<string, string>>) => means === 'cash',
  },
} as const;

const refusalOf = (metadata: ApiError['metadata']) =>
  ({ ok: false, error: { status: 409, code: 'IN_USE', message: 'No se pudo.', metadata } }) as const;

/** Opens the dialog and records its calls. The server gives these refusals one after the other, then accepts. */
const open = (...refusals: ApiError['metadata'][]) => {
  onTestFinished(cleanup);
  const sent: unknown[] = [];
  const shared = { title: 'Nuevo', button: 'Guardar', done: 'Guardado', onDone: () => {}, onClose: () => {} };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDialog
        {...shared}
        fields={fields}
        lands={{ title: 'name' }}
        send={async (values) => {
          sent.push(values);
          const refused = refusals.shift();
          return refused === undefined ? { ok: true, value: null } : refusalOf(refused);
        }}
      />
    </QueryClientProvider>,
  );
  const dialog = within(screen.getByRole('dialog', { name: 'Nuevo' }));
  return { dialog, user: userEvent.setup(), sent, press: () => dialog.getByRole('button', { name: 'Guardar' }) };
};

test('a message about a field shows at the focused field, and other messages show as a note', async () => {
  const { dialog, user, press } = open({
    mgtoCode: 'IN_USE',
    fields: { title: 'Ya hay uno con ese nombre.', color: 'Falta el color.' },
  });
  const name = dialog.getByRole('textbox', { name: /Nombre/ });
  await user.type(name, 'Guatex');
  await user.click(press());
  await waitFor(() => expect(name).toHaveAccessibleDescription('Ya hay uno con ese nombre.'));
  expect(name).toHaveFocus();
  expect(name).toBeInvalid();
  expect(dialog.getByRole('alert')).toHaveTextContent(/^Falta el color\.$/);
});

test('a refusal without a field is a note', async () => {
  const { dialog, user, press } = open({ mgtoCode: 'IN_USE' });
  await user.type(dialog.getByRole('textbox', { name: /Nombre/ }), 'Guatex');
  await user.click(press());
  expect(await dialog.findByRole('alert')).toHaveTextContent('No se pudo.');
});

test('typed values are validated by their field, and sent in the format of the call', async () => {
  const { dialog, user, sent, press } = open();
  const name = dialog.getByRole('textbox', { name: /Nombre/ });
  await user.type(name, ' Guatex ');
  await user.type(dialog.getByRole('textbox', { name: 'Bultos' }), '0');
  await user.click(press());
  expect(await dialog.findByText('Escribe un número de 1 a 99.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(dialog.getByRole('textbox', { name: 'Bultos' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Cómo' }), 'Efectivo');
  await user.type(dialog.getByRole('textbox', { name: /Por qué/ }), 'Se dañó');
  await user.click(press());
  await waitFor(() => expect(sent).toEqual([{ name: 'Guatex', parcels: null, means: 'cash', why: 'Se dañó' }]));
});
