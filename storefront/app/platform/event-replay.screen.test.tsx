import '@testing-library/jest-dom/vitest';
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { EventReplay, replayEvents } from './event-replay.tsx';

afterEach(() => {
  vi.unstubAllEnvs();
  document.body.innerHTML = '';
  history.replaceState(null, '', '/');
});

/** Renders a page as the server sends it. Its script records presses until hydration. */
const openPage = (html: string): void => {
  vi.stubEnv('SSR', true);
  new Function(EventReplay({ nonce: undefined }).props.children)();
  // The listeners of a page that never hydrates would affect the next test.
  onTestFinished(replayEvents);
  document.body.innerHTML = html;
};

const button = (name: string): HTMLElement => screen.getByRole('button', { name });

/** Records the names of the buttons in the order of their handled presses. */
const watchPresses = (): string[] => {
  const counted: string[] = [];
  for (const one of screen.getAllByRole('button'))
    one.addEventListener('click', () => counted.push(one.textContent ?? ''));
  return counted;
};

test('all presses are shown and replayed in order, the same one only once', () => {
  openPage('<button type="button">A</button><button type="button">B</button>');
  const counted = watchPresses();
  for (const name of ['B', 'A', 'B']) fireEvent.click(button(name));
  expect(counted).toEqual([]);
  expect(button('A')).toHaveAttribute('data-pressed', '');
  expect(button('B')).toHaveAttribute('data-pressed', '');
  replayEvents();
  expect(counted).toEqual(['B', 'A']);
  expect(document.querySelector('[data-pressed]')).toBeNull();
  fireEvent.click(button('A'));
  expect(counted).toEqual(['B', 'A', 'A']);
});

test('a press after React answers, but before hydration is complete, counts once', async () => {
  openPage('<div><button type="button">off</button></div>');
  const Toggle = () => {
    const [isOn, setOn] = useState(false);
    return (
      <button type="button" onClick={() => setOn(!isOn)}>
        {isOn ? 'on' : 'off'}
      </button>
    );
  };
  const page = document.querySelector('div');
  if (page === null) throw new Error('no page');
  const root = await act(async () => hydrateRoot(page, <Toggle />));
  onTestFinished(() => act(async () => root.unmount()));
  fireEvent.click(button('off'));
  await act(async () => replayEvents());
  expect(button('on')).toBeVisible();
});

test('only the last of several buttons that open a drawer counts', () => {
  openPage(`<button type="button" aria-haspopup="dialog">A</button><button type="button">B</button>
    <button type="button" aria-haspopup="dialog">C</button>`);
  const counted = watchPresses();
  for (const name of ['A', 'B', 'C']) fireEvent.click(button(name));
  expect(button('A')).not.toHaveAttribute('data-pressed');
  replayEvents();
  expect(counted).toEqual(['B', 'C']);
});

test('a button that is already pressed after hydration is not pressed again', () => {
  openPage(
    '<button type="button" aria-pressed="false">A</button><button type="button" aria-pressed="false">B</button>',
  );
  const counted = watchPresses();
  for (const name of ['A', 'B']) fireEvent.click(button(name));
  button('A').setAttribute('aria-pressed', 'true');
  replayEvents();
  expect(counted).toEqual(['B']);
});

test('a form is sent again with its submit button, if the form still has it', () => {
  openPage('<form><button name="way" value="a">A</button></form><form><button>B</button></form>');
  const sent: unknown[] = [];
  for (const name of ['A', 'B']) fireEvent.click(button(name));
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push(event.submitter?.textContent ?? null);
  });
  button('B').remove();
  replayEvents();
  expect(sent).toEqual(['A', null]);
});

test('a link passes on the page’s redirect', () => {
  history.replaceState(null, '', '/login?redirect=%2Fcart%3Fa%3D1&x=2');
  openPage('<a href="/register?from=login" data-carries>Crear cuenta</a><a href="/">Inicio</a>');
  for (const link of screen.getAllByRole('link')) {
    const press = createEvent.click(link);
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent(link, press);
  }
  const [register, home] = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(register).toHaveAttribute('href', expect.stringContaining('/register?from=login&redirect=%2Fcart%3Fa%3D1'));
  expect(home).toHaveAttribute('href', '/');
});
