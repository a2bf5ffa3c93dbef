/** A waiting time: "45 s", "12 min", "3 h". */
export const secondsText = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
};
