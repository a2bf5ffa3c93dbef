import {
  type ComponentType,
  lazy,
  type RefObject,
  Suspense,
  startTransition,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Location, UNSAFE_DataRouterContext, useLocation } from 'react-router';
import { endPartPresses, replayEvents } from './event-replay.tsx';
import { PartBoundary } from './lazy-part.tsx';
import { quietly } from './load-part.ts';
import { wait } from './wait.ts';

/**
 * When the script of an island is loaded: `visible`, as it comes into view; `touched`, as it is pointed at, focused or
 * pressed. What was pressed before it woke up shows so at once and is pressed again afterwards.
 */
export type Wake = 'visible' | 'touched';

/** What keeps an island asleep. */
interface Gate {
  /** Resolves when the script may be fetched. */
  opened: () => Promise<void>;
  open: () => void;
  /** The script could not be had: resolves when it may be tried again, as the line is `back` or something is pressed. */
  reopened: (back: Promise<unknown>) => Promise<unknown>;
  /** The element around the island, while it sleeps. */
  part: HTMLElement | null;
}

const createGate = (): Gate => {
  let opening = Promise.withResolvers<void>();
  const gate: Gate = {
    opened: () => opening.promise,
    open: () => opening.resolve(),
    reopened: (back) => {
      opening = Promise.withResolvers();
      // Without a line the page says so, and that it goes on when it is back; else only another press helps.
      if (navigator.onLine) endPartPresses(gate.part, false);
      return Promise.race([back, opening.promise]);
    },
    part: null,
  };
  return gate;
};

/** Of the page that is shown; null until it woke up: what is rendered before meets the server's markup. */
let shownLocation: Location | null = null;

/** Whether the page that was loaded has been shown: what fails from then on is not its own loading. */
export const isPageHydrated = (): boolean => shownLocation !== null;

/**
 * The router tells another address outside of its transition too, and with it a context that is above everything: React
 * would throw away what the server drew of each island that sleeps. In a transition it waits for them instead.
 */
function useNavigationsInTransitions(): void {
  const router = use(UNSAFE_DataRouterContext)?.router;
  // Runs before those of the router's own components, which subscribe in theirs.
  useLayoutEffect(() => {
    if (router === undefined) return;
    const subscribe = router.subscribe;
    router.subscribe = (tell) => subscribe((...news) => startTransition(() => tell(...news)));
  }, [router]);
}

/** Once in the page, behind everything else that its root shows. */
export function WakeUp() {
  useNavigationsInTransitions();
  const location = useLocation();
  useEffect(() => {
    shownLocation = location;
  }, [location]);
  return <Woken onWoken={replayEvents} />;
}

const wakeEvents = ['pointerover', 'pointerdown', 'focusin'] as const;

/** What an island was when it came; stays so. */
interface Mounted<P> {
  /** Null where there is no markup to keep. */
  gate: Gate | null;
  Component: ComponentType<P>;
  /** With a page that is gone to: the transition to it is what waits for the script. */
  isArriving: boolean;
}

/** Opens the gate when the time has come, and has what is pressed meanwhile kept (event-replay.tsx); returns what ends both. */
const watch = (element: HTMLElement, gate: Gate, when: Wake) => {
  const asleep = new AbortController();
  const wake = ({ target }: Event) => target instanceof Node && element.contains(target) && gate.open();
  // On the window: React stops these at the document.
  for (const event of wakeEvents) window.addEventListener(event, wake, { capture: true, signal: asleep.signal });
  gate.part = element;
  element.toggleAttribute('data-asleep', true);
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && gate.open());
  if (when === 'visible') observer.observe(element);
  return () => {
    asleep.abort();
    observer.disconnect();
    element.removeAttribute('data-asleep');
  };
};

/** Beside what wakes up: its effects run once that is hydrated. `onWoken` keeps its identity. */
function Woken({ onWoken }: { onWoken: () => void }) {
  const [isUp, setUp] = useState(false);
  useEffect(() => {
    // A render later: what the page has learned as it woke up (of its own address, say) a press counts on.
    if (isUp) onWoken();
    else setUp(true);
  }, [isUp, onWoken]);
  return null;
}

const useSleep = (gate: Gate | null, when: Wake, wrapper: RefObject<HTMLElement | null>): (() => void) => {
  const stop = useRef(() => {});
  useEffect(() => {
    if (gate === null || wrapper.current === null) return;
    stop.current = watch(wrapper.current, gate, when);
    return stop.current;
  }, [gate, when, wrapper]);
  return useCallback(() => {
    stop.current();
    if (gate !== null) endPartPresses(gate.part, true);
  }, [gate]);
};

/**
 * Drawn, though never shown, when what sleeps is to be another one: by a navigation, or by what is above it. React then
 * waits for the script, hydrates the part and changes it.
 */
function Awaited({ gate }: { gate: Gate | null }) {
  gate?.open();
  return null;
}

/**
 * A part of a page that the server renders like any other, but whose script the browser loads only when it is needed:
 * keeps public pages within their JavaScript budget. Its links and forms work as plain HTML until then, and for good
 * where the script is not to be had; a link with `data-kept-press` does until the page wakes up, and then waits like a
 * button. A page that is gone to waits for the scripts of all its parts, since one that came by and by would move under the
 * finger; but for three seconds at most: then it is shown, and what is missing comes when it can. `className` is the class
 * of the element around it.
 */
export const island = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  when: Wake,
  className?: string,
): ComponentType<P> => {
  const fetched = quietly(load);
  const AtOnce = lazy(fetched);
  const Late = (props: P) => (
    <Suspense>
      <AtOnce {...props} />
    </Suspense>
  );
  const Arriving = lazy(() => Promise.race([fetched(), wait(3_000).then(() => ({ default: Late }))]));
  // Beside the data of the page that is gone to.
  if (isPageHydrated()) load().catch(() => {});
  return function Island(props: P) {
    const wrapper = useRef<HTMLDivElement>(null);
    const location = useLocation();
    const [{ gate, Component, isArriving }] = useState((): Mounted<P> => {
      const isGoneTo = isPageHydrated() && location !== shownLocation;
      if (isPageHydrated() || typeof window === 'undefined')
        return { gate: null, Component: isGoneTo ? Arriving : AtOnce, isArriving: isGoneTo };
      const own = createGate();
      return { gate: own, Component: lazy(() => own.opened().then(quietly(load, own.reopened))), isArriving: false };
    });
    const onWoken = useSleep(gate, when, wrapper);
    const whole = (
      <>
        <Component {...props} />
        <Woken onWoken={onWoken} />
      </>
    );
    // What changes above a part that sleeps reaches it in a transition, which waits for its script.
    const part = useDeferredValue(isArriving ? whole : <Suspense fallback={<Awaited gate={gate} />}>{whole}</Suspense>);
    return (
      <div ref={wrapper} className={className}>
        <PartBoundary>{part}</PartBoundary>
      </div>
    );
  };
};
