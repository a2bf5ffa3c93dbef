/** Returns whether the shopper prefers less motion. Scrolling by script ignores this preference. */
export const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The behaviour for `scrollTo` and similar calls. */
export const scrollBehavior = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth');
