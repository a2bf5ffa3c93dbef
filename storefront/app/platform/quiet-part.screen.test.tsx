import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillBrowserGaps } from '../testing/browser-gaps.ts';

/** Breaks once its script has come and it is at work, as a fault in it would. */
const Broken: ComponentType = () => {
  const [isAtWork, setAtWork] = useState(false);
  useEffect(() => setAtWork(true), []);
  if (isAtWork) throw new Error('a fault of the part');
  return <p>Vistos hace poco</p>;
};

test.each(['quiet part', 'island', 'lazy part'])(
  'a %s that breaks takes nothing else of the page with it',
  async (kind) => {
    vi.resetModules();
    fillBrowserGaps();
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => {
      cleanup();
      told.mockRestore();
    });
    const { quietPart } = await import('./quiet-part.tsx');
    const { island } = await import('./island.tsx');
    const { lazyPart } = await import('./lazy-part.tsx');
    const load = () => Promise.resolve({ default: Broken });
    const Part = kind === 'island' ? island(load, 'touched') : kind === 'lazy part' ? lazyPart(load) : quietPart(load);
    await act(async () => {
      render(
        <MemoryRouter>
          <p>Lavadora</p>
          <Part />
        </MemoryRouter>,
      );
    });
    await waitFor(() => expect(told).toHaveBeenCalled());
    expect(screen.getByText('Lavadora')).toBeVisible();
    expect(screen.queryByText('Vistos hace poco')).not.toBeInTheDocument();
  },
);
