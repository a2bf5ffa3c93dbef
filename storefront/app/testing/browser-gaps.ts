/**
 * Adds browser features that jsdom lacks. The window shows the whole page: every part is in view, motion is reduced, and
 * scrolling does nothing.
 */
export function fillBrowserGaps(): void {
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.scrollTo = () => {};
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes('reduced-motion'),
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    });
  window.ResizeObserver = class implements ResizeObserver {
    readonly #tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell;
    }
    // A browser reports the first size too.
    observe() {
      this.#tell([], this);
    }
    unobserve() {}
    disconnect() {}
  };
  window.IntersectionObserver = class implements IntersectionObserver {
    readonly root = null;
    readonly rootMargin = '';
    readonly scrollMargin = '';
    readonly thresholds = [];
    readonly #tell: IntersectionObserverCallback;
    constructor(tell: IntersectionObserverCallback) {
      this.#tell = tell;
    }
    observe(target: Element) {
      const rect = target.getBoundingClientRect();
      const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0 };
      this.#tell([{ ...entry, boundingClientRect: rect, intersectionRect: rect, rootBounds: null }], this);
    }
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
}
