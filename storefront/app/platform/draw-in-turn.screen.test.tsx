import { act, cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';

/** What the browser was asked to do once it is idle, and with the next frame. */
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

/** One idle moment, and the frame that shows what was done in it. */
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

/** Rows and a grid as a page that is loaded has them; `isLater` once it has woken up. */
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

test('rows and cards of the page that was loaded are drawn a few in each idle moment', async () => {
  const { drawn } = await openPage();
  const all = () => [drawn('.rail'), drawn('.rail > li'), drawn('.late-cards > li')];
  expect(all()).toEqual([0, 0, 0]);
  const moments = Array.from({ length: 7 }, () => {
    expect(isAllDrawn()).toBe(false);
    passMoment();
    return all();
  });
  expect(moments).toEqual([
    // A row with its first three cards, then the others of it.
    [1, 0, 0],
    [1, 2, 0],
    [1, 3, 0],
    [2, 3, 0],
    // The first eight of a grid never wait.
    [2, 3, 2],
    [2, 3, 3],
    [2, 3, 3],
  ]);
  expect(isAllDrawn()).toBe(true);
});

test('a press that leads away finds everything drawn, and nothing is drawn in turn after it', async () => {
  const { link, drawn } = await openPage();
  act(() => link.click());
  expect(isAllDrawn()).toBe(true);
  passMoment();
  expect(drawn('.rail')).toBe(0);
});

test('a page that comes later is drawn whole', async () => {
  await openPage({ isLater: true });
  expect([isAllDrawn(), idle.length]).toEqual([true, 0]);
});

test('a page that is left draws nothing any more', async () => {
  const { drawn, close } = await openPage();
  close();
  expect(isAllDrawn()).toBe(true);
  passMoment();
  expect([drawn('.rail'), frames.length]).toEqual([0, 0]);
});
