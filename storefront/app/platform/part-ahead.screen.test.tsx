import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import '@testing-library/jest-dom/vitest';
import { type PartAhead, partAhead } from './part-ahead.tsx';

const Payment = () => <p>Métodos de pago</p>;
const script = { default: Payment };

/** A field beside the part, and what stood in the part's place in each rendering. */
function open({ Part }: PartAhead<object>): { shown: string[] } {
  const shown: string[] = [];
  onTestFinished(cleanup);
  const Fallback: ComponentType = () => {
    shown.push('fallback');
    return <p>Cargando</p>;
  };
  render(
    <>
      <input aria-label="Nombres" />
      <Suspense fallback={<Fallback />}>
        <Part />
      </Suspense>
    </>,
  );
  return { shown };
}

test('a part that was fetched ahead stands there at once: nothing flashes', async () => {
  const loaded = Promise.withResolvers<typeof script>();
  const part = partAhead(() => loaded.promise);
  part.fetchAhead();
  loaded.resolve(script);
  await loaded.promise;
  const { shown } = open(part);
  expect(screen.getByText('Métodos de pago')).toBeVisible();
  expect(shown).toEqual([]);
});

test('it is fetched once, however often it is asked for', () => {
  let asked = 0;
  const part = partAhead(() => {
    asked += 1;
    return Promise.resolve(script);
  });
  part.fetchAhead();
  part.fetchAhead();
  expect(asked).toBe(1);
});

test('what is typed beside a part that is still on its way is kept, and so is the focus', async () => {
  const user = userEvent.setup();
  const loaded = Promise.withResolvers<typeof script>();
  open(partAhead(() => loaded.promise));
  const field = screen.getByRole('textbox', { name: 'Nombres' });
  await user.type(field, 'Luc');
  expect(screen.getByText('Cargando')).toBeVisible();
  loaded.resolve(script);
  await waitFor(() => expect(screen.getByText('Métodos de pago')).toBeVisible(), { timeout: 60_000 });
  await user.keyboard('ía');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Lucía');
});

test('what could not be fetched ahead is fetched when it is shown', async () => {
  let isOnline = false;
  const part = partAhead(async () => {
    if (!isOnline) throw new Error('offline');
    return script;
  });
  part.fetchAhead();
  isOnline = true;
  open(part);
  expect(await screen.findByText('Métodos de pago', undefined, { timeout: 60_000 })).toBeVisible();
});
