import type { ComponentProps } from 'react';

/** The page's main element. On a phone it leaves space for the bars at the bottom. */
export const PageBox = (props: Omit<ComponentProps<'main'>, 'className'>) => (
  <main
    {...props}
    className="flex w-full max-w-[1760px] min-w-0 flex-1 flex-col gap-4 px-6 pt-5 pb-6 focus:outline-none max-lg:min-h-[calc(100vh-56px)] max-lg:px-4 max-lg:pt-4 max-lg:pb-[84px] max-lg:has-data-thumb-bar:pb-[152px] max-lg:has-data-save-bar:pb-[192px]"
  />
);
