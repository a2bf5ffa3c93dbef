import type { ComponentType, ReactElement } from 'react';

/** Elements that may stand around a kept part. */
type Around = 'li' | 'ul' | 'div' | 'footer';

/** What stands in an element, as text. */
export interface DrawnMarkup {
  dangerouslySetInnerHTML: { __html: string };
}

/**
 * A hook. `key` says all that a part shows, but for what root and shop layout know.
 *
 * @returns null where the part has to be drawn in its page
 */
export type DrawMarkup = (key: string, part: () => ReactElement) => DrawnMarkup | null;

/** Browsers have none, nor have tests of screens. */
let useDrawnMarkup: DrawMarkup = () => null;

/** For the server's entry. */
export const drawMarkupWith = (draw: DrawMarkup): void => {
  useDrawnMarkup = draw;
};

let parts = 0;

/**
 * A part that looks the same on every page that shows it: the server draws it once for equal props and writes it into pages as
 * text (record 0065). For the browser it is a part like any other. Its props are JSON and say, with the data of root and
 * shop layout, all that the server's markup shows of it: it reads no address, asks for no id (`useId`) and suspends nowhere.
 *
 * @param className of the element around it
 */
export const keptMarkup = <P extends object>(
  Component: ComponentType<P>,
  Around: Around,
  className?: string,
): ComponentType<P> => {
  const Plain = (props: P) => (
    <Around className={className}>
      <Component {...props} />
    </Around>
  );
  if (!import.meta.env.SSR) return Plain;
  parts += 1;
  const part = parts;
  return function KeptMarkup(props: P) {
    const drawn = useDrawnMarkup(`${part} ${JSON.stringify(props)}`, () => <Component {...props} />);
    return drawn === null ? <Plain {...props} /> : <Around className={className} {...drawn} />;
  };
};
