import { useDeferredValue } from 'react';

/**
 * Whether something large that has become known may be drawn: a moment later, in slices between which presses get
 * through. What a store or a query tells, React would draw in one go. At once where it was known from the start.
 */
export const useUnhurried = (isKnown: boolean): boolean => useDeferredValue(isKnown) && isKnown;
