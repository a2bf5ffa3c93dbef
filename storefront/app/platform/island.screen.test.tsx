import '@testing-library/jest-dom/vitest';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';
import { EventReplay, replayEvents } from './event-replay.tsx';

/** Runs the page's own script, which records presses. */
const keepPresses = (): void => {
  vi.stubEnv('SSR', true);
  new Function(EventReplay({ nonce: undefined }).props.children)();
  vi.unstubAllEnvs();
};

/** The script records all presses until hydration, and from then on those in parts that are not hydrated. */
beforeAll(() => {
  keepPresses();
  replayEvents();
});

/** Opens a page with a part from the server that is not hydrated. `pressed` receives presses on its link, `load` loads its script. */
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
  const root = await act(async () =>
    hydrateRoot(
      page,
      <MemoryRouter>
        <Island />
      </MemoryRouter>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  const link = page.querySelector('a');
  if (link === null) throw new Error('no link');
  return { link, pressed, load, wake: () => act(async () => arrived.resolve({ default: Part })) };
};

test('the press on a link that may do more than navigate waits until its part is hydrated', async () => {
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

test('a press that opens a new tab is left to the browser', async () => {
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

/** Like `openAsleep`, but its script cannot be fetched until `mend` is called. */
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
  const lineIsBack = () => {
    isOnline.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
  };
  return { ...asleep, press, fail, mend, lineIsBack };
};

test('a part pressed without a connection answers when the connection returns', async () => {
  const { link, press, pressed, fail, mend } = await openUnreachable(false);
  press();
  await fail();
  expect(link).toHaveAttribute('data-pressed');
  await mend();
  expect(pressed).not.toHaveBeenCalled();
  await act(async () => window.dispatchEvent(new Event('online')));
  // A pending try ends first.
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(pressed).toHaveBeenCalledOnce();
  expect(link).not.toHaveAttribute('data-pressed');
});

test('a press is answered if the connection returns during the last try', async () => {
  const { link, press, pressed, fail, mend, lineIsBack } = await openUnreachable(false);
  vi.stubGlobal('fetch', async () => {
    lineIsBack();
    await mend();
    throw new TypeError('no line');
  });
  press();
  await fail();
  expect(pressed).toHaveBeenCalledOnce();
  expect(link).not.toHaveAttribute('data-pressed');
});

test('if the shop is unreachable despite a connection, the press is discarded, and the next one answered', async () => {
  const { link, press, pressed, fail, mend } = await openUnreachable(true);
  press();
  await fail();
  expect(link).not.toHaveAttribute('data-pressed');
  await mend();
  press();
  await fail();
  expect(pressed).toHaveBeenCalledOnce();
});

/** Opens a page with the part's server markup `html`, not hydrated. Returns a function that hydrates it. */
const openPart = async (Part: ComponentType, html: string) => {
  vi.resetModules();
  fillBrowserGaps();
  const { island } = await import('./island.tsx');
  const arrived = Promise.withResolvers<{ default: ComponentType }>();
  const Island = island(() => arrived.promise, 'touched');
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = `<div><!--$-->${html}<!--/$--></div>`;
  const root = await act(async () =>
    hydrateRoot(
      page,
      <MemoryRouter>
        <Island />
      </MemoryRouter>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  return () => act(async () => arrived.resolve({ default: Part }));
};

test('two buttons pressed before their part hydrates both count, each once', async () => {
  const pressed = vi.fn();
  const Part = () => (
    <p>
      {['A', 'B'].map((name) => (
        <button key={name} type="button" onClick={() => pressed(name)}>
          {name}
        </button>
      ))}
    </p>
  );
  const wake = await openPart(Part, '<p><button type="button">A</button><button type="button">B</button></p>');
  for (const name of ['A', 'B', 'A']) fireEvent.click(screen.getByRole('button', { name }));
  expect(document.querySelectorAll('[data-pressed]')).toHaveLength(2);
  await wake();
  expect(pressed.mock.calls).toEqual([['A'], ['B']]);
  expect(document.querySelector('[data-pressed]')).toBeNull();
});

test('a press before hydration shows immediately, and is replayed after its part hydrates', async () => {
  keepPresses();
  onTestFinished(replayEvents);
  const pressed = vi.fn();
  const Part = () => (
    <button type="button" onClick={pressed}>
      Comparar
    </button>
  );
  const wake = await openPart(Part, '<button type="button">Comparar</button>');
  const button = screen.getByRole('button', { name: 'Comparar' });
  fireEvent.click(button);
  await act(async () => replayEvents());
  expect(button).toHaveAttribute('data-pressed', '');
  await wake();
  expect(pressed).toHaveBeenCalledOnce();
  expect(button).not.toHaveAttribute('data-pressed');
});

test('a button that is already pressed after its part hydrates is not pressed again', async () => {
  const Part = () => {
    const [isOn, setOn] = useState(false);
    useEffect(() => setOn(true), []);
    return (
      <button type="button" aria-pressed={isOn} onClick={() => setOn(!isOn)}>
        Comparar
      </button>
    );
  };
  const wake = await openPart(Part, '<button type="button" aria-pressed="false">Comparar</button>');
  const button = screen.getByRole('button', { name: 'Comparar' });
  fireEvent.click(button);
  await wake();
  expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('a form sent before its part hydrates shows that on its button, and is sent once', async () => {
  const sent = vi.fn();
  const Part = () => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent();
      }}
    >
      <button type="submit">Agregar</button>
    </form>
  );
  const wake = await openPart(Part, '<form><button type="submit">Agregar</button></form>');
  const button = screen.getByRole('button', { name: 'Agregar' });
  fireEvent.click(button);
  expect(button).toHaveAttribute('data-pressed', '');
  await wake();
  expect(sent).toHaveBeenCalledOnce();
  expect(button).not.toHaveAttribute('data-pressed');
});

test('a form with an address is sent as plain HTML before its part hydrates', async () => {
  const html = '<form action="/search"><button type="submit">Aplicar</button></form>';
  await openPart(() => null, html);
  const form = document.querySelector('form');
  if (form === null) throw new Error('no form');
  let wasKept: boolean | null = null;
  const look = (event: Event): void => {
    wasKept = event.defaultPrevented;
    // jsdom does not navigate.
    event.preventDefault();
  };
  form.addEventListener('submit', look);
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(wasKept).toBe(false);
  expect(document.querySelector('[data-pressed]')).toBeNull();
});

test('a press or submit between a part’s hydration and its announcement counts once', async () => {
  const answered = vi.fn();
  const Part = () => {
    useEffect(() => {
      for (const button of document.querySelectorAll('button')) button.click();
    }, []);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answered('sent');
        }}
      >
        <button type="button" onClick={() => answered('pressed')}>
          Comparar
        </button>
        <button type="submit">Agregar</button>
      </form>
    );
  };
  const html = '<form><button type="button">Comparar</button><button type="submit">Agregar</button></form>';
  const wake = await openPart(Part, html);
  fireEvent.click(screen.getByRole('button', { name: 'Comparar' }));
  await wake();
  expect(answered.mock.calls).toEqual([['pressed'], ['sent']]);
});

test('a change above an unhydrated part hydrates the part before the change shows', async () => {
  vi.resetModules();
  fillBrowserGaps();
  const { island } = await import('./island.tsx');
  const Part = ({ price }: { price: string }) => <button type="button">{price}</button>;
  const arrived = Promise.withResolvers<{ default: typeof Part }>();
  const load = vi.fn(() => arrived.promise);
  const Island = island(load, 'touched');
  let change = (_price: string): void => {};
  const Page = () => {
    const [price, setPrice] = useState('Q100.00');
    change = setPrice;
    return <Island price={price} />;
  };
  const page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = '<div><!--$--><button type="button">Q100.00</button><!--/$--></div>';
  const root = await act(async () =>
    hydrateRoot(
      page,
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    ),
  );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  });
  const served = screen.getByRole('button');
  expect(load).not.toHaveBeenCalled();
  await act(async () => change('Q90.00'));
  expect(served).toBeInTheDocument();
  expect(served).toHaveTextContent('Q100.00');
  expect(load).toHaveBeenCalledOnce();
  await act(async () => arrived.resolve({ default: Part }));
  expect(served).toBeInTheDocument();
  expect(served).toHaveTextContent('Q90.00');
});

test('a new page does not wait for a part whose script fails', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  fillBrowserGaps();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const { island, WakeUp } = await import('./island.tsx');
  const load = vi.fn(async () => ({ default: () => <p>Vistos hace poco</p> }));
  for (let failure = 0; failure < 4; failure += 1) load.mockRejectedValueOnce(new TypeError('not fetched'));
  const Rail = island(load, 'visible');
  const product = (
    <>
      <h1>Lavadora</h1>
      <Rail />
    </>
  );
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<Link to="/lavadora">Ver</Link>} />
        <Route path="/lavadora" element={product} />
      </Routes>
      <WakeUp />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Ver' }));
  await act(() => vi.advanceTimersByTimeAsync(2_900));
  expect(screen.getByRole('link', { name: 'Ver' })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByRole('heading', { name: 'Lavadora' })).toBeInTheDocument();
  expect(screen.queryByText('Vistos hace poco')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('Vistos hace poco')).toBeInTheDocument();
});
