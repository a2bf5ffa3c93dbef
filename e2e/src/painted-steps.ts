import type { Page } from '@playwright/test';

declare global {
  interface Window {
    paintedSteps: string[];
  }
}

/** From the next load on, `window.paintedSteps` lists the painted states of the checkout's stepper: the current step, or "none". */
export async function watchPaintedSteps(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.paintedSteps = [];
    const look = (): void => {
      const steps = document.querySelector('ol[aria-label="Pasos"]');
      const current = steps?.querySelector('[aria-current="step"]');
      const painted = current?.textContent?.trim().replace(/^\d/, '') ?? 'none';
      if (steps && window.paintedSteps.at(-1) !== painted) window.paintedSteps.push(painted);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
