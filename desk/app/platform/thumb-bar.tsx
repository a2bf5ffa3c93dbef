import type { ReactNode } from 'react';

/** The main button of a page on a phone, above the menu's bar, within reach of the thumb. */
export const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div
    data-thumb-bar
    className="fixed inset-x-0 bottom-15 z-(--z-sticky) flex items-center gap-2 bg-surface px-4 py-2.5 shadow-bar lg:hidden [&_.button]:min-h-12 [&_.button]:flex-1"
  >
    {children}
  </div>
);
