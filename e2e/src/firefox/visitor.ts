import type { ElementHandle, Page } from 'puppeteer-core';
import { baseURL } from '../where.ts';
import type { Line } from './line.ts';

/** ms: as long as the other browser tests wait. */
const patience = 60_000;

/** What can be told by its role and the whole of its name. */
type Role = 'button' | 'heading' | 'link';

const named = (role: Role, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

/** A person with Firefox: everything is found by role and name, by its label, or by what can be read. */
export class Visitor {
  readonly page: Page;
  /** Errors of the pages that nobody caught. */
  readonly problems: string[] = [];

  private readonly line: Line;
  /** From the first line that was lost on, and while a page is left: what was not loaded then is no error. */
  private hasLostLine = false;
  private isLeaving = false;

  constructor(page: Page, line: Line) {
    this.page = page;
    this.line = line;
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      // Firefox's own words for what was not loaded; they may come when the line is back.
      const isExpected = text.includes('Failed to load') && (this.hasLostLine || this.isLeaving);
      if (!isExpected) this.problems.push(text);
    });
  }

  async open(path: string): Promise<void> {
    this.isLeaving = true;
    await this.page.goto(`${baseURL}${path}`);
    this.isLeaving = false;
  }

  /** Waits until it is there. */
  async find(role: Role, name: string): Promise<ElementHandle> {
    const element = await this.page.waitForSelector(named(role, name), { visible: true });
    if (element === null) throw new Error(`no ${role} ${name}`);
    return element;
  }

  async press(role: Role, name: string): Promise<void> {
    await this.page.locator(named(role, name)).click();
  }

  /** What has a label that begins so; of a password no role is told. */
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
    if (field === null) throw new Error(`no field ${name}`);
    return field as ElementHandle;
  }

  /** A radio or a checkbox may itself be hidden: its label is what a finger meets. */
  async check(name: string): Promise<void> {
    const box = await this.field(name);
    await box.evaluate((input) => input instanceof HTMLInputElement && input.labels?.[0]?.click());
    await this.page.waitForFunction((input) => input instanceof HTMLInputElement && input.checked, {}, box);
  }

  /** Types it, key by key, in the place of what stands there. */
  async type(name: string, text: string): Promise<void> {
    const field = await this.field(name);
    await field.click({ count: 3 });
    await field.type(text);
  }

  /** As its calendar does: where a day stands for whoever types depends on the browser's language. */
  async fillDate(name: string, day: string): Promise<void> {
    const field = await this.field(name);
    await field.evaluate((input, value) => {
      if (!(input instanceof HTMLInputElement)) return;
      input.focus();
      // React hears of what the page itself has not set.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.blur();
    }, day);
  }

  /** Chooses an option by what it says, once it is there. */
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

  /** Waits until it can be read somewhere in the page; answers the first piece of text that matches. */
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

  /** Waits until the shop has led on from there. */
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

  /** Waits until the page's scripts answer presses. */
  async awake(): Promise<void> {
    await this.page.waitForFunction(() => window.isHydrated === true);
  }
}
