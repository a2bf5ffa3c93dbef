/** The look of what stands right of the search on desktop: icon and two lines. */
export const headerActionClass =
  'relative hidden min-h-touch items-center gap-2.5 rounded-md px-2.5 py-1 text-left text-sm leading-[1.15] whitespace-nowrap hover:bg-surface-inverse-raised lg:inline-flex';

/** Icon only, below 1024 px. */
export const headerIconClass =
  'relative inline-grid size-touch flex-none place-items-center rounded-full hover:bg-surface-inverse-raised lg:hidden';
