import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';

/** Callbacks that the page has scheduled for an idle moment and for the next frame. */
let idle: (() => void)[] = [];
let frames: (() => void)[] = [];

beforeEach(() => {
  vi.resetModules();
  fillBrowserGaps();
  document.documentElement.removeAttribute('data-drawn');
  idle = [];
  frames = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('data-drawn');
});

/** Runs one idle moment, and the frame after it. */
const passMoment = (): void => {
  for (const work of idle.splice(0)) work();
  for (const work of frames.splice(0)) work();
};

const isAllDrawn = (): boolean => document.documentElement.hasAttribute('data-drawn');

const Cards = ({ className, count }: { className: string; count: number }) => (
  <ul className={className}>
    {Array.from({ length: count }, (_, index) => String(index)).map((name) => (
      <li key={name} />
    ))}
  </ul>
);

/** Opens a page with rows and a grid. `isLater`: after the first page has hydrated. */
const openPage = async ({ isLater = false } = {}) => {
  const { WakeUp } = await import('./island.tsx');
  const { useDrawnInTurn } = await import('./draw-in-turn.ts');
  const Frame = () => {
    useDrawnInTurn();
    return (
      <>
        <a href="#otra">Otra página</a>
        <Cards className="rail" count={6} />
        <Cards className="rail" count={3} />
        <Cards className="late-cards" count={11} />
      </>
    );
  };
  const Page = ({ isShown }: { isShown: boolean }) => (
    <MemoryRouter>
      {isShown && <Frame />}
      <WakeUp />
    </MemoryRouter>
  );
  const page = render(<Page isShown={!isLater} />);
  if (isLater) page.rerender(<Page isShown />);
  const drawn = (selector: string): number =>
    [...page.container.querySelectorAll<HTMLElement>(selector)].filter(
      ({ style }) => style.contentVisibility === 'visible',
    ).length;
  return { link: page.getByRole('link'), drawn, close: () => page.unmount() };
};

test('rows and cards of the loaded page are drawn a few at a time in idle moments', async () => {
  const { drawn } = await openPage();
  const all = () => [drawn('.rail'), drawn('.rail > li'), drawn('.late-cards > li')];
  expect(all()).toEqual([0, 0, 0]);
  const moments = Array.from({ length: 7 }, () => {
    expect(isAllDrawn()).toBe(false);
    passMoment();
    return all();
  });
  expect(moments).toEqual([
    // A row with its first three cards, then its other cards.
    [1, 0, 0],
    [1, 2, 0],
    [1, 3, 0],
    [2, 3, 0],
    // The first eight of a grid are never delayed.
    [2, 3, 2],
    [2, 3, 3],
    [2, 3, 3],
  ]);
  expect(isAllDrawn()).toBe(true);
});

test('a press that navigates draws all elements immediately', async () => {
  const { link, drawn } = await openPage();
  act(() => link.click());
  expect(isAllDrawn()).toBe(true);
  passMoment();
  expect(drawn('.rail')).toBe(0);
});

test('a page opened later is drawn immediately', async () => {
  await openPage({ isLater: true });
  expect([isAllDrawn(), idle.length]).toEqual([true, 0]);
});

test('a page that was left draws nothing more', async () => {
  const { drawn, close } = await openPage();
  close();
  expect(isAllDrawn()).toBe(true);
  passMoment();
  expect([drawn('.rail'), frames.length]).toEqual([0, 0]);
});
