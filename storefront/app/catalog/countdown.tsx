import { countdown, countdownParts, countdownText, countdownTexts } from '@ceiba/domain/catalog/countdown';
import { useNow } from '../platform/clock.ts';

/** Dashes until the page has hydrated, so that nothing moves. */
const parts = (endsAt: string, now: number | null): string[] =>
  now === null ? ['--', '--', '--'] : countdownParts(countdown(new Date(endsAt), new Date(now)));

const isOver = (endsAt: string, now: number | null): boolean => now !== null && Date.parse(endsAt) <= now;

const places = ['first', 'second', 'third', 'fourth'];

/** "Termina en 05 : 12 : 44" in boxes, for the flash-sale section (CAT-14). Counts to the next end, and says if other sales end later. */
export function CountdownBoxes({ ends }: { ends: readonly [string, ...string[]] }) {
  const now = useNow();
  const endsAt = ends.find((end) => !isOver(end, now)) ?? ends[0];
  const hasOneEnd = Date.parse(ends.at(-1) ?? endsAt) === Date.parse(endsAt);
  if (isOver(endsAt, now)) return <p className="text-sm font-semibold text-on-offer-soft">{countdownTexts.finished}</p>;
  return (
    <p role="timer" className="flex flex-wrap items-center gap-2 text-sm font-semibold text-on-offer-soft">
      <span>{hasOneEnd ? countdownTexts.label : countdownTexts.first}</span>
      {parts(endsAt, now).map((part, index) => (
        <span key={places[index]} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden="true">:</span>}
          <b className="inline-grid min-h-10 min-w-10 place-items-center rounded-[10px] bg-carmesi-900 px-2 text-lg font-bold text-white tabular-nums">
            {part}
          </b>
        </span>
      ))}
    </p>
  );
}

/** "Termina en 05:12:44" in one line, for the product page (CAT-14). */
export function CountdownLine({ endsAt }: { endsAt: string }) {
  const now = useNow();
  if (isOver(endsAt, now)) return <span>{countdownTexts.finished}</span>;
  const text = now === null ? '--:--:--' : countdownText(countdown(new Date(endsAt), new Date(now)));
  return (
    <span role="timer">
      {countdownTexts.label} <b className="font-bold tabular-nums">{text}</b>
    </span>
  );
}
