/** The shopper asks for less motion; scrolling by script does not heed it on its own. */
export const prefersStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** For `scrollTo` and its like. */
export const scrollBehavior = (): ScrollBehavior => (prefersStill() ? 'instant' : 'smooth');
