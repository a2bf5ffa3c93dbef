import { act, cleanup, render } from '@testing-library/react';
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

/** Rows and a grid as a page that is loaded has them; `isLater` once it has woken up. */
const openPage = async ({ isLater = false } = {}) => {
  const { useWakeUp } = await import('./island.tsx');
  const { useDrawnInTurn } = await import('./draw-in-turn.ts');
  const Frame = () => {
    useDrawnInTurn();
    return (
      <>
        <a href="#otra">Otra página</a>
        <ul className="rail" />
        <ul className="rail" />
        <ul className="late-cards">
          {Array.from({ length: 14 }, (_, index) => String(index)).map((name) => (
            <li key={name} />
          ))}
        </ul>
      </>
    );
  };
  const Page = ({ isShown }: { isShown: boolean }) => {
    useWakeUp();
    return isShown ? <Frame /> : null;
  };
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
  expect([drawn('.rail'), drawn('li'), isAllDrawn()]).toEqual([0, 0, false]);
  passMoment();
  expect([drawn('.rail'), drawn('li')]).toEqual([1, 0]);
  passMoment();
  expect([drawn('.rail'), drawn('li')]).toEqual([2, 0]);
  passMoment();
  expect(drawn('li')).toBe(4);
  passMoment();
  // The first eight never wait.
  expect([drawn('li'), isAllDrawn()]).toEqual([6, false]);
  passMoment();
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
