/** Returns whether the shopper asks for less motion. Scrolling by script ignores this setting by itself. */
export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** For `scrollTo` and similar calls. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth');
