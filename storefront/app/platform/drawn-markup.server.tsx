import { useContext } from 'react';
import { renderToString } from 'react-dom/server';
import {
  UNSAFE_DataRouterDataContext as DataRouterDataContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import type { DrawMarkup, DrawnMarkup } from './kept-markup.tsx';
import { frameRoutes } from './shop-data.ts';

/** Letters of markup and keys together: some thousand cards. */
const mostLetters = 4_000_000;

interface Kept {
  drawn: DrawnMarkup | null;
  letters: number;
}

/** By key, those asked for last at the end. */
const kept = new Map<string, Kept>();
let letters = 0;

const keep = (key: string, drawn: DrawnMarkup | null): void => {
  const added = key.length + (drawn?.dangerouslySetInnerHTML.__html.length ?? 0);
  kept.set(key, { drawn, letters: added });
  letters += added;
  for (const [oldest, { letters: freed }] of kept) {
    if (letters <= mostLetters) break;
    kept.delete(oldest);
    letters -= freed;
  }
};

/** What policies, menus and flags are known, as JSON: with another one nothing is as it was. */
const frames = new Map<string, number>();
let frameCount = 0;
const mostFrames = 8;

const numberOf = (frame: string): number => {
  const known = frames.get(frame);
  if (known !== undefined) return known;
  if (frames.size === mostFrames) frames.clear();
  frameCount += 1;
  frames.set(frame, frameCount);
  return frameCount;
};

/** Each page's data are an object of its own, which all of its parts ask for. */
const frameNumbers = new WeakMap<object, number>();

const frameOf = (loaderData: Record<string, unknown>): number => {
  const known = frameNumbers.get(loaderData) ?? numberOf(JSON.stringify(frameRoutes.map((route) => loaderData[route])));
  frameNumbers.set(loaderData, known);
  return known;
};

/** What waits, was given up or wants something of the page's head (a picture that loads at once) belongs to its page. */
const isWhole = (markup: string): boolean => !/<!--\$[?!]|<link |fetchPriority="high"/.test(markup);

/**
 * Draws a part by itself, with what links and the shop's data want of the page around it. The renderer of strings is another one
 * than that of the page: neither knows of the other.
 */
export const useDrawnMarkup: DrawMarkup = (props, part) => {
  const data = useContext(DataRouterDataContext);
  const framework = useContext(FrameworkContext);
  const location = useContext(LocationContext);
  const navigation = useContext(NavigationContext);
  const route = useContext(RouteContext);
  if (data === null) return null;
  const key = `${frameOf(data.loaderData)} ${props}`;
  const known = kept.get(key);
  if (known !== undefined) {
    kept.delete(key);
    kept.set(key, known);
    return known.drawn;
  }
  const markup = renderToString(
    <FrameworkContext value={framework}>
      <DataRouterDataContext value={data}>
        <NavigationContext value={navigation}>
          <LocationContext value={location}>
            <RouteContext value={route}>{part()}</RouteContext>
          </LocationContext>
        </NavigationContext>
      </DataRouterDataContext>
    </FrameworkContext>,
  );
  const drawn = isWhole(markup) ? { dangerouslySetInnerHTML: { __html: markup } } : null;
  keep(key, drawn);
  return drawn;
};
