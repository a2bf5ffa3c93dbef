/** Texts of CAT-14. `first` is for several offers with the same clock. */
export const countdownTexts = {
  label: 'Termina en',
  first: 'La primera termina en',
  finished: '¡Oferta finalizada!',
} as const;

export interface Countdown {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
  isFinished: boolean;
}

const secondsPerDay = 86_400;

/** Returns the time left in whole seconds, rounded up. The clock shows 00:00:01 until the end. Days appear above 24 hours (DEC-27). */
export function countdown(endsAt: Date, now: Date): Countdown {
  const left = Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1_000));
  const days = left > secondsPerDay ? Math.floor(left / secondsPerDay) : 0;
  const rest = left - days * secondsPerDay;
  return {
    days,
    hours: Math.floor(rest / 3_600),
    minutes: Math.floor((rest % 3_600) / 60),
    seconds: rest % 60,
    isFinished: left === 0,
  };
}

/** Returns "2 d", "05", "04", "03": two digits each, days only above 24 hours (DEC-27). */
export function countdownParts({ days, hours, minutes, seconds }: Countdown): string[] {
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0'));
  return days > 0 ? [`${days} d`, ...clock] : clock;
}

/** Returns "05:04:03", "2 d 05:04:03" or "¡Oferta finalizada!". */
export function countdownText(left: Countdown): string {
  if (left.isFinished) return countdownTexts.finished;
  const clock = countdownParts({ ...left, days: 0 }).join(':');
  return left.days > 0 ? `${left.days} d ${clock}` : clock;
}
