import '@testing-library/jest-dom/vitest';
import { Drawer } from '@ceiba/ui/drawer';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createBrowserRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, onTestFinished, test } from 'vitest';
import { leaveDrawers } from '../platform/page-load.ts';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';

function TwoDrawers() {
  const [[outer, inner], setOpen] = useState([false, false]);
  return (
    <>
      <button type="button" onClick={() => setOpen([true, false])}>
        Abrir
      </button>
      <Drawer open={outer} onClose={() => setOpen([false, false])} title="Primera">
        <button type="button" onClick={() => setOpen([true, true])}>
          Abrir otra
        </button>
        <Drawer open={inner} onClose={() => setOpen([true, false])} title="Segunda">
          <Link to="/lejos">Ir lejos</Link>
        </Drawer>
      </Drawer>
    </>
  );
}

// Sets the handler like the page's entry, before the router. A handler of another test file in this process stays.
window.onpopstate ??= leaveDrawers;

/** Opens a page with two nested drawers, after another page. Returns how often its data were loaded. */
async function openBoth() {
  fillBrowserGaps();
  window.history.pushState(null, '', '/antes');
  window.history.pushState(null, '', '/aqui');
  let loads = 0;
  const loader = () => {
    loads += 1;
    return null;
  };
  const router = createBrowserRouter([
    { path: '/aqui', loader, Component: TwoDrawers, HydrateFallback: () => null },
    { path: '/lejos', Component: () => <h1>Lejos</h1> },
    { path: '*', Component: () => <h1>Antes</h1> },
  ]);
  onTestFinished(() => {
    cleanup();
    router.dispose();
  });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Abrir' }));
  await user.click(await screen.findByRole('button', { name: 'Abrir otra' }));
  await screen.findByRole('dialog', { name: 'Segunda' });
  return { user, loads: () => loads };
}

const disappears = (title: string) =>
  expect.poll(() => screen.queryByRole('dialog', { name: title }), { timeout: 60_000 }).toBeNull();

test('nested drawers close one by one with "back", without a load of the page', async () => {
  const { loads } = await openBoth();
  window.history.back();
  await disappears('Segunda');
  expect(screen.getByRole('dialog', { name: 'Primera' })).toBeVisible();
  window.history.back();
  await disappears('Primera');
  expect(window.location.pathname).toBe('/aqui');
  expect(loads()).toBe(1);
  window.history.back();
  expect(await screen.findByRole('heading', { name: 'Antes' })).toBeVisible();
});

test('after a link in the upper drawer, "back" returns to the page of the drawers, then to the page before', async () => {
  const { user } = await openBoth();
  await user.click(screen.getByRole('link', { name: 'Ir lejos' }));
  expect(await screen.findByRole('heading', { name: 'Lejos' })).toBeVisible();
  await expect.poll(() => window.location.pathname).toBe('/lejos');
  window.history.back();
  expect(await screen.findByRole('button', { name: 'Abrir' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  window.history.back();
  expect(await screen.findByRole('heading', { name: 'Antes' })).toBeVisible();
});
