import type { ElementHandle, Page } from 'puppeteer-core';
import { baseURL } from '../where.ts';
import type { Line } from './line.ts';

/** In milliseconds, the same timeout as in the other browser tests. */
const patience = 60_000;

/** Roles of elements that are found by their complete name. */
type Role = 'button' | 'heading' | 'link';

const named = (role: Role, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

/** A visitor with Firefox. Elements are found by role and name, by label, or by text. */
export class Visitor {
  readonly page: Page;
  /** Uncaught errors of the pages. */
  readonly problems: string[] = [];

  private readonly line: Line;
  /** True after the first lost connection, and while a page is left. Failed loads are then no errors. */
  private hasLostLine = false;
  private isLeaving = false;

  constructor(page: Page, line: Line) {
    this.page = page;
    this.line = line;
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // Firefox's own message for a failed load. The message may come after the connection is back.
      const isExpected = text.includes('Failed to load') && (this.hasLostLine || this.isLeaving);
      if (!isExpected) this.problems.push(text);
    });
  }

  async open(path: string): Promise<void> {
    this.isLeaving = true;
    await this.page.goto(`${baseURL}${path}`);
    this.isLeaving = false;
  }

  /** Waits until the element exists. */
  async find(role: Role, name: string): Promise<ElementHandle> {
    const element = await this.page.waitForSelector(named(role, name), { visible: true });
    if (element === null) throw new Error(`there is no ${role} "${name}"`);
    return element;
  }

  async press(role: Role, name: string): Promise<void> {
    await this.page.locator(named(role, name)).click();
  }

  /** Finds a field whose label begins with this text, because a password field has no role. */
  async field(name: string): Promise<ElementHandle> {
    const found = await this.page.waitForFunction(
      (label) => {
        const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
        return [...fields].find(
          ({ labels, disabled }) => !disabled && labels?.[0]?.textContent.trim().startsWith(label),
        );
      },
      {},
      name,
    );
    const field = found.asElement();
    if (field === null) throw new Error(`there is no field "${name}"`);
    return field as ElementHandle;
  }

  /** A radio or checkbox may be hidden. Its label is the touch target. */
  async check(name: string): Promise<void> {
    const box = await this.field(name);
    await box.evaluate((input) => input instanceof HTMLInputElement && input.labels?.[0]?.click());
    await this.page.waitForFunction((input) => input instanceof HTMLInputElement && input.checked, {}, box);
  }

  /** Replaces the field's text, key by key. */
  async type(name: string, text: string): Promise<void> {
    const field = await this.field(name);
    await field.click({ count: 3 });
    await field.type(text);
  }

  /** Sets the value as the browser's calendar does. For typed dates, the order of day and month depends on the browser's language. */
  async fillDate(name: string, day: string): Promise<void> {
    const field = await this.field(name);
    await field.evaluate((input, value) => {
      if (!(input instanceof HTMLInputElement)) return;
      input.focus();
      // React notices a value only if it was set without React's own setter.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.blur();
    }, day);
  }

  /** Chooses an option by its text, as soon as the option exists. */
  async choose(name: string, option: string): Promise<void> {
    const select = await this.field(name);
    const value = await this.page.waitForFunction(
      (element, text) =>
        element instanceof HTMLSelectElement && [...element.options].find(({ label }) => label.trim() === text)?.value,
      {},
      select,
      option,
    );
    await select.select(String(await value.jsonValue()));
  }

  /** Waits until the text is in the page. Returns the first text that matches. */
  async read(text: string | RegExp): Promise<string> {
    const found = await this.page.waitForFunction(
      (words, pattern) => {
        const all = document.body?.innerText ?? '';
        return pattern === null ? all.includes(words) && words : new RegExp(pattern).exec(all)?.[0];
      },
      {},
      String(text),
      typeof text === 'string' ? null : text.source,
    );
    return String(await found.jsonValue());
  }

  /** Waits until the shop has left this path. */
  async leaves(path: string): Promise<void> {
    await this.page.waitForFunction((left) => location.pathname !== left, {}, path);
  }

  async loseLine(): Promise<void> {
    this.hasLostLine = true;
    this.line.cut();
    await this.page.setOfflineMode(true);
  }

  async findLine(): Promise<void> {
    this.line.mend();
    await this.page.setOfflineMode(false);
  }

  /** Waits until the page's scripts respond to presses. */
  async awake(): Promise<void> {
    await this.page.waitForFunction(() => window.isHydrated === true);
  }
}
