import { fileURLToPath } from 'node:url';
import { expect, type Page, type TestInfo } from '@playwright/test';
import axe from 'axe-core';
import { allDrawn } from './all-drawn.ts';
import { brokenTexts } from './broken-words.ts';
import { scrollThrough, untilObserved } from './scroll-through.ts';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** Inside the project, for tests started in any folder. */
const screens = fileURLToPath(new URL('../../artifacts/screens/', import.meta.url));

/** Width in px of the smallest phone. Nothing may overflow sideways on it. */
const smallest = 320;

/** Width in px from which a page has the desktop layout. At this width its columns have the least room for larger text. */
const narrowDesktop = 1024;

/** The two ways in which browsers enlarge text (WCAG 1.4.4): by the root's size, which lengths in rem follow, and only the text. */
const enlargements = ['fontSize', 'webkitTextSizeAdjust'] as const;

type Enlargement = (typeof enlargements)[number];

/** Doubles the text size in only this way. Without a way, resets it. */
const enlargeText = (page: Page, by?: Enlargement): Promise<void> =>
  page.evaluate(
    ([ways, chosen]) => {
      for (const way of ways) document.documentElement.style[way] = way === chosen ? '200%' : '';
    },
    [enlargements, by] as const,
  );

/** Finds elements that overflow sideways, and texts that overflow their box. */
const widerThan = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((limit) => {
    if (document.documentElement.scrollWidth <= limit) return [];
    const reaches = (box: Element | Range): boolean =>
      [...box.getClientRects()].some((rectangle) => rectangle.right > limit + 1);
    const found: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null && found.length < 12; node = nodes.nextNode()) {
      if (node instanceof Element) {
        if (reaches(node)) found.push(`${node.tagName} ${node.className.toString().slice(0, 80)}`);
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      if (reaches(range)) found.push(`“${node.textContent?.trim().slice(0, 80)}”`);
    }
    return found.length > 0 ? found : ['something that is neither an element nor a text'];
  }, width);

/** Retries for a while, because content that follows the window's size changes one frame later. */
const expectFits = (page: Page, width: number, text: string): Promise<void> =>
  expect.poll(() => widerThan(page, width), `${page.url()} reaches over the side at ${width} px, ${text}`).toEqual([]);

/** Returns whether a page is for shoppers. The desk's tables shorten words by design. */
const isOfShop = (page: Page): boolean => !new URL(page.url()).pathname.startsWith('/admin');

/** Expects that nothing overflows sideways. In the shop, also that no word is broken and no text is cut off. */
async function expectReadable(page: Page, width: number, text: string, isTextAlone = false): Promise<void> {
  await expectFits(page, width, text);
  if (!isOfShop(page)) return;
  expect
    .soft(await brokenTexts(page, isTextAlone), `texts of ${page.url()} that are broken at ${width} px, ${text}`)
    .toEqual([]);
}

/** Checks the normal text size, and double size in each of these ways. */
async function expectReadableInEachSize(page: Page, width: number, ways: readonly Enlargement[]): Promise<void> {
  await expectReadable(page, width, 'text as it is');
  for (const way of ways) {
    await enlargeText(page, way);
    // Content that follows the text size changes in the next frame.
    await untilObserved(page);
    await expectReadable(page, width, `text twice as large by ${way}`, way === 'webkitTextSizeAdjust');
  }
  if (ways.length > 0) await enlargeText(page);
}

/**
 * Expects a page that is not zoomed. A browser that emulates a phone sometimes stays zoomed when text and width change together,
 * and then presses next to its targets.
 */
async function expectNotEnlarged(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await expect
    .poll(async () => {
      await browser.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
      return page.evaluate(() => visualViewport?.scale);
    }, 'the page stays enlarged')
    .toBe(1);
  await browser.detach();
}

/** Loads axe once per document. Its parts and states use the same axe. */
async function bringAxe(page: Page): Promise<void> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => window.axe !== undefined))) await frame.evaluate(axe.source);
}

/**
 * Returns all findings of axe, from minor to critical, in the page or a part of it, with their place. For touch also targets
 * below 24 px that are too close (WCAG 2.5.8).
 */
async function findingsOf(page: Page, isTouched: boolean, part?: string): Promise<string[]> {
  await bringAxe(page);
  // Formatted in the page, because transferring axe's whole result takes longer than the check.
  return page.evaluate(
    async ([isTargetSize, within]) => {
      const rules = { 'target-size': { enabled: isTargetSize } };
      const found = await window.axe?.run(within ?? document, { resultTypes: ['violations'], rules });
      if (found === undefined) throw new Error('axe is not in the page');
      return found.violations.flatMap(({ id, impact, nodes }) =>
        nodes.map((node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
      );
    },
    [isTouched, part] as const,
  );
}

/** Waits for pictures and parts that load in view, and for animations. */
async function expectDrawn(page: Page, isDrawer: boolean): Promise<void> {
  // The page below a drawer does not scroll.
  if (!isDrawer) {
    await scrollThrough(page, page.viewportSize()?.height ?? 0);
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  }
  await page.waitForFunction(
    () => [...document.images].every((image) => image.complete || image.loading === 'lazy'),
    undefined,
    { polling: 100 },
  );
  // Cards further down are drawn one after the other. Neither a picture nor axe would include undrawn cards.
  await allDrawn(page);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}

/**
 * Inspects a page or drawer: runs axe, and looks for sideways overflow, broken words and texts that are cut off. At the project's
 * width also tests double text size. On a phone also tests 320 px, on a desktop 1024 px with double text size. If SCREENS is set,
 * saves a picture in `artifacts/screens`.
 */
export async function inspectPage(page: Page, name: string, info: TestInfo): Promise<void> {
  const view = page.viewportSize();
  if (view === null) throw new Error('the page has no fixed window size');
  const isPhone = info.project.name === 'phone';
  const isDrawer = (await page.getByRole('dialog').count()) > 0;
  await expectDrawn(page, isDrawer);
  if (process.env.SCREENS !== undefined) {
    const path = `${screens}${info.project.name}-${name}.png`;
    await page.screenshot({ path, fullPage: !isDrawer, animations: 'disabled' });
  }
  expect.soft(await findingsOf(page, isPhone), `axe on ${name}`).toEqual([]);
  // A desktop's columns have the least room at the next width, and even less with larger text.
  await expectReadableInEachSize(page, view.width, isPhone ? enlargements : isOfShop(page) ? ['fontSize'] : []);
  const narrow = isPhone ? smallest : narrowDesktop;
  await page.setViewportSize({ width: narrow, height: view.height });
  await expectReadableInEachSize(page, narrow, isPhone ? [] : ['fontSize']);
  await page.setViewportSize(view);
  if (isPhone) await expectNotEnlarged(page);
}

const dialogs = '[role=dialog], [role=alertdialog]';

/**
 * Inspects only the dialog over a page that was already inspected. Runs axe, and looks for sideways overflow, broken words and
 * texts that are cut off. Also tests double text size, and on a phone 320 px.
 */
export async function inspectDialog(page: Page, name: string, info: TestInfo): Promise<void> {
  const view = page.viewportSize();
  if (view === null) throw new Error('the page has no fixed window size');
  const isPhone = info.project.name === 'phone';
  if (process.env.SCREENS !== undefined)
    await page.screenshot({ path: `${screens}${info.project.name}-${name}.png`, animations: 'disabled' });
  expect.soft(await findingsOf(page, isPhone, dialogs), `axe on ${name}`).toEqual([]);
  await expectReadableInEachSize(page, view.width, isPhone || isOfShop(page) ? ['fontSize'] : []);
  if (!isPhone) return;
  await page.setViewportSize({ width: smallest, height: view.height });
  await expectReadable(page, smallest, 'text as it is');
  await page.setViewportSize(view);
}
