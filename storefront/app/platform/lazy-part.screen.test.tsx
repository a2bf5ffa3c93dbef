import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import '@testing-library/jest-dom/vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';
import { lazyPart } from './lazy-part.tsx';

const Payment = () => <p>Métodos de pago</p>;
const script = { default: Payment };

/** Renders a field beside the part, and records what the part's place showed in each rendering. */
function open(Part: ComponentType): { shown: string[] } {
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

test('a preloaded part shows immediately, without a fallback', async () => {
  const loaded = Promise.withResolvers<typeof script>();
  const Part = lazyPart(() => loaded.promise);
  Part.preload();
  loaded.resolve(script);
  await loaded.promise;
  const { shown } = open(Part);
  expect(screen.getByText('Métodos de pago')).toBeVisible();
  expect(shown).toEqual([]);
});

test('a loading part leaves the typed text and focus beside it unchanged', async () => {
  const user = userEvent.setup();
  const loaded = Promise.withResolvers<typeof script>();
  open(lazyPart(() => loaded.promise));
  const field = screen.getByRole('textbox', { name: 'Nombres' });
  await user.type(field, 'Luc');
  expect(screen.getByText('Cargando')).toBeVisible();
  loaded.resolve(script);
  await waitFor(() => expect(screen.getByText('Métodos de pago')).toBeVisible(), { timeout: 60_000 });
  await user.keyboard('ía');
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Lucía');
});

test('a part whose preload failed is fetched when the part is shown', async () => {
  let isOnline = false;
  const Part = lazyPart(async () => {
    if (!isOnline) throw new Error('offline');
    return script;
  });
  Part.preload();
  isOnline = true;
  open(Part);
  expect(await screen.findByText('Métodos de pago', undefined, { timeout: 60_000 })).toBeVisible();
});

test('an optional part shows its fallback until its script has loaded, and needs no boundary', async () => {
  const loaded = Promise.withResolvers<typeof script>();
  const Part = lazyPart(() => loaded.promise, { fallback: <p>Pronto</p> });
  onTestFinished(cleanup);
  render(<Part />);
  expect(screen.getByText('Pronto')).toBeVisible();
  await act(async () => loaded.resolve(script));
  expect(screen.getByText('Métodos de pago')).toBeVisible();
  expect(screen.queryByText('Pronto')).not.toBeInTheDocument();
});

/** Throws after its script has loaded, like a faulty part. */
const Broken: ComponentType = () => {
  const [isAtWork, setAtWork] = useState(false);
  useEffect(() => setAtWork(true), []);
  if (isAtWork) throw new Error('a fault of the part');
  return <p>Vistos hace poco</p>;
};

test.each([
  ['that is optional', ''],
  ['with its own error message', 'No pudimos abrir esta parte'],
  ['that is an island', ''],
])('a part %s that throws does not break the rest of the page', async (kind, said) => {
  vi.resetModules();
  fillBrowserGaps();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => {
    cleanup();
    logged.mockRestore();
  });
  const { island } = await import('./island.tsx');
  const freshModule = await import('./lazy-part.tsx');
  const load = () => Promise.resolve({ default: Broken });
  const Part =
    kind === 'that is an island'
      ? island(load, 'touched')
      : freshModule.lazyPart(load, kind === 'with its own error message' ? {} : { fallback: null });
  await act(async () => {
    render(
      <MemoryRouter>
        <p>Lavadora</p>
        <Suspense>
          <Part />
        </Suspense>
      </MemoryRouter>,
    );
  });
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect(screen.getByText('Lavadora')).toBeVisible();
  expect(screen.queryByText('Vistos hace poco')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')?.textContent ?? '').toContain(said);
  expect(screen.queryAllByRole('alert')).toHaveLength(said === '' ? 0 : 1);
});
