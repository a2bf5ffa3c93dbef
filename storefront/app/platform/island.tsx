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
import { loadOptionalPart } from './load-part.ts';
import { wait } from './wait.ts';

/**
 * The time at which an island loads its script. `visible`: it scrolls into view. `touched`: it is pointed at, focused or pressed. Earlier presses show
 * immediately and are replayed after hydration.
 */
export type Wake = 'visible' | 'touched';

/** Delays the hydration of an island. */
interface Gate {
  /** Resolves when the script may be fetched. */
  opened: () => Promise<void>;
  open: () => void;
  /** Called if the script could not be fetched. Resolves when it may be tried again: when the connection is `back` or something is pressed. */
  reopened: (back: Promise<unknown>) => Promise<unknown>;
  /** The element around the island until it is hydrated. */
  part: HTMLElement | null;
}

const createGate = (): Gate => {
  let opening = Promise.withResolvers<void>();
  const gate: Gate = {
    opened: () => opening.promise,
    open: () => opening.resolve(),
    reopened: (back) => {
      opening = Promise.withResolvers();
      // Without a connection the page says that it continues when the connection is back. With a connection, only another press helps.
      if (navigator.onLine) endPartPresses(gate.part, false);
      return Promise.race([back, opening.promise]);
    },
    part: null,
  };
  return gate;
};

/** The location of the shown page. Null until hydration: earlier renderings must match the server's markup. */
let shownLocation: Location | null = null;

/** Returns whether the loaded page was hydrated. Failures after that are not part of its loading. */
export const isPageHydrated = (): boolean => shownLocation !== null;

/**
 * The router updates its location outside of a transition too, together with a context above everything. React would then discard the server's markup
 * of each unhydrated island. In a transition React waits for the islands instead.
 */
function useNavigationsInTransitions(): void {
  const router = use(UNSAFE_DataRouterContext)?.router;
  // A layout effect runs before the effects of the router's own components, in which they subscribe.
  useLayoutEffect(() => {
    if (router === undefined) return;
    const subscribe = router.subscribe;
    router.subscribe = (tell) => subscribe((...news) => startTransition(() => tell(...news)));
  }, [router]);
}

/** Rendered once, after everything else in the page's root. */
export function WakeUp() {
  useNavigationsInTransitions();
  const location = useLocation();
  useEffect(() => {
    shownLocation = location;
  }, [location]);
  return <Woken onWoken={replayEvents} />;
}

const wakeEvents = ['pointerover', 'pointerdown', 'focusin'] as const;

/** The state of an island at its mount, which never changes. */
interface Mounted<P> {
  /** Null if there is no server markup to keep. */
  gate: Gate | null;
  Component: ComponentType<P>;
  /** True if the island came with a navigation, whose transition waits for the script. */
  isArriving: boolean;
}

/**
 * Opens the gate at the right time. Until then, presses are recorded (event-replay.tsx). Returns a function that ends the waiting and the recording.
 */
const watch = (element: HTMLElement, gate: Gate, when: Wake) => {
  const asleep = new AbortController();
  const wake = ({ target }: Event) => target instanceof Node && element.contains(target) && gate.open();
  // Listens at the window, because React stops these events at the document.
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

/** A sibling of the hydrating part: its effects run once that part is hydrated. `onWoken` must stay the same function. */
function Woken({ onWoken }: { onWoken: () => void }) {
  const [isUp, setUp] = useState(false);
  useEffect(() => {
    // One render later, because presses may depend on state that the page sets during hydration (such as its own address).
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
 * Rendered, but never shown, if an unhydrated part must change because of a navigation or of a component above. React then waits for the script,
 * hydrates the part and changes it.
 */
function Awaited({ gate }: { gate: Gate | null }) {
  gate?.open();
  return null;
}

/**
 * A part of a page that the server renders like any other, but whose script the browser loads only when needed. So public pages stay
 * within their JavaScript budget.
 *
 * The part's links and forms work as plain HTML until then, and if the script cannot be loaded. A link with `data-kept-press` works
 * that way only until the page hydrates; then its presses wait like a button's. A navigation waits for the scripts of all parts,
 * because late parts would move under the finger. It waits three seconds at most; missing parts load later.
 * `className`: the class of the element around the part. `isWantedNow`: whether this browser needs the script at once.
 */
export const island = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  when: Wake,
  className?: string,
  isWantedNow?: () => boolean,
): ComponentType<P> => {
  const fetched = loadOptionalPart(load);
  const AtOnce = lazy(fetched);
  const Late = (props: P) => (
    <Suspense>
      <AtOnce {...props} />
    </Suspense>
  );
  const Arriving = lazy(() => Promise.race([fetched(), wait(3_000).then(() => ({ default: Late }))]));
  // Loads together with the data of a navigation.
  if (isPageHydrated()) load().catch(() => {});
  return function Island(props: P) {
    const wrapper = useRef<HTMLDivElement>(null);
    const location = useLocation();
    const [{ gate, Component, isArriving }] = useState((): Mounted<P> => {
      const isGoneTo = isPageHydrated() && location !== shownLocation;
      if (isPageHydrated() || typeof window === 'undefined')
        return { gate: null, Component: isGoneTo ? Arriving : AtOnce, isArriving: isGoneTo };
      const own = createGate();
      if (isWantedNow?.()) own.open();
      return {
        gate: own,
        Component: lazy(() => own.opened().then(loadOptionalPart(load, own.reopened))),
        isArriving: false,
      };
    });
    const onWoken = useSleep(gate, when, wrapper);
    const whole = (
      <>
        <Component {...props} />
        <Woken onWoken={onWoken} />
      </>
    );
    // A change above an unhydrated part reaches it in a transition, which waits for its script.
    const part = useDeferredValue(isArriving ? whole : <Suspense fallback={<Awaited gate={gate} />}>{whole}</Suspense>);
    return (
      <div ref={wrapper} className={className}>
        <PartBoundary>{part}</PartBoundary>
      </div>
    );
  };
};
