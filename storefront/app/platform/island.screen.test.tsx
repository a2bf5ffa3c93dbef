import '@testing-library/jest-dom/vitest';
import { act, createEvent, fireEvent } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';

/** A part as the server has sent it, asleep; `pressed` gets what its link gets once it is awake, `load` brings it. */
const openAsleep = async (attribute: string) => {
  vi.resetModules();
  fillBrowserGaps();
  const { island } = await import('./island.tsx');
  const pressed = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const mark = { [attribute]: true };
  const Part = () => (
    <a href="/login" {...mark} suppressHydrationWarning onClick={pressed}>
      Avísame
    </a>
  );
  const arrived = Promise.withResolvers<{ default: typeof Part }>();
  const load = vi.fn(() => arrived.promise);
  const Island = island(load, 'touched');
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = `<div><!--$--><a href="/login" ${attribute}="true">Avísame</a><!--/$--></div>`;
  const root = await act(async () => hydrateRoot(page, <Island />));
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  const link = page.querySelector('a');
  if (link === null) throw new Error('no link');
  return { link, pressed, load, wake: () => act(async () => arrived.resolve({ default: Part })) };
};

test('a link that may do more than lead away keeps its press until its part is awake', async () => {
  const { link, pressed, wake } = await openAsleep('data-kept-press');
  const press = createEvent.click(link, { button: 0 });
  fireEvent(link, press);
  expect(press.defaultPrevented).toBe(true);
  expect(link).toHaveAttribute('data-pressed');
  expect(pressed).not.toHaveBeenCalled();
  await wake();
  expect(pressed).toHaveBeenCalledOnce();
  expect(link).not.toHaveAttribute('data-pressed');
});

test('its press for a new tab is the browser’s', async () => {
  const { link } = await openAsleep('data-kept-press');
  const press = createEvent.click(link, { button: 0, ctrlKey: true });
  let wasKept: boolean | null = null;
  const look = (event: Event): void => {
    wasKept = event.defaultPrevented;
    // jsdom does not navigate.
    event.preventDefault();
  };
  window.addEventListener('click', look, { capture: true, once: true });
  fireEvent(link, press);
  expect(wasKept).toBe(false);
  expect(link).not.toHaveAttribute('data-pressed');
});

/** As `openAsleep`, its script not to be had until `mend`. */
const openUnreachable = async (hasLine: boolean) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const asleep = await openAsleep('data-kept-press');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(hasLine);
  onTestFinished(() => isOnline.mockRestore());
  asleep.load.mockImplementation(() => Promise.reject(new TypeError('not fetched')));
  const press = () => fireEvent(asleep.link, createEvent.click(asleep.link, { button: 0 }));
  const fail = () => act(() => vi.advanceTimersByTimeAsync(10_000));
  const mend = async () => {
    asleep.load.mockReset();
    await asleep.wake();
  };
  return { ...asleep, press, fail, mend };
};

test('pressed without a line, a part answers when the line is back', async () => {
  const { link, press, pressed, fail, mend } = await openUnreachable(false);
  press();
  await fail();
  expect(link).toHaveAttribute('data-pressed');
  await mend();
  expect(pressed).not.toHaveBeenCalled();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(pressed).toHaveBeenCalledOnce();
  expect(link).not.toHaveAttribute('data-pressed');
});

test('where the shop cannot be reached though there is a line, a press is free again, and the next one is answered', async () => {
  const { link, press, pressed, fail, mend } = await openUnreachable(true);
  press();
  await fail();
  expect(link).not.toHaveAttribute('data-pressed');
  await mend();
  press();
  await fail();
  expect(pressed).toHaveBeenCalledOnce();
});
