import { expect, type Page } from '@playwright/test';

/** Minimum size for a finger, in px (OFF-24). */
const least = 44;

/**
 * Expects that every pressable element of this page is high enough for a finger, also in dialogs and menus: buttons, fields,
 * separate links, and checkboxes with their label. A link inside a sentence is as high as its line (WCAG 2.5.8).
 */
export async function expectTouchTargets(page: Page, where: string): Promise<void> {
  const small = await page.evaluate((most) => {
    const areaOf = (element: Element): number => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
      const heights = [element, ...(label ? [label] : [])].map((each) => {
        // A pseudo-element that extends beyond the element also receives presses.
        const before = getComputedStyle(each, '::before');
        const reach = before.position === 'absolute' && before.content !== 'none' ? Number.parseFloat(before.top) : 0;
        return each.getBoundingClientRect().height - 2 * Math.min(0, reach || 0);
      });
      return Math.max(...heights);
    };
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().height > 1;
    const isInSentence = (element: Element): boolean =>
      element.tagName === 'A' && getComputedStyle(element).display === 'inline';
    return [...document.querySelectorAll('button, a[href], input, select, textarea, [role=button], [role=menuitem]')]
      .filter((element) => isShown(element) && !element.matches('a[href="#pagina"]') && !isInSentence(element))
      .map((element) => ({ element, high: areaOf(element) }))
      .filter(({ high }) => Math.round(high) < most)
      .map(({ element, high }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return `${element.tagName.toLowerCase()}.${element.className} "${name.trim().slice(0, 40)}" ${Math.round(high)} px`;
      });
  }, least);
  expect(small, `targets of ${where}`).toEqual([]);
}
