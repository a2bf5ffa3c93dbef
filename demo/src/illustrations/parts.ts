import type { S } from './ceiba-illustrations.mjs';
import { FINISH, type Finish } from './ceiba-illustrations.mjs';

/** White plastic, for parts that are white whatever the product's finish is. */
export const white: Finish = { hi: '#ffffff', base: '#f1efeb', lo: '#bcb8b0', edge: '#ffffff' };

/** A finish by its name; white when the library has none of that name. */
export const finishOf = (name: string): Finish => FINISH[name] ?? white;

/** A motorcycle wheel seen from the side, with `spokes` spokes and a brake disc. */
export function drawWheel(s: S, cx: number, cy: number, r: number, spokes: number): void {
  const metal = s.lg(
    [
      [0, '#f2f4f4'],
      [0.5, '#aab1b4'],
      [1, '#5d6569'],
    ],
    0,
    0,
    1,
    1,
  );
  const spoke = (i: number) =>
    `<path d="M${cx - 7} ${cy}L${cx - 12} ${cy - r * 0.72}h24L${cx + 7} ${cy}z" transform="rotate(${(360 / spokes) * i} ${cx} ${cy})" fill="${metal}"/>`;
  s.add(
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${s.rg([
      [0, '#2b2f31'],
      [0.78, '#15181a'],
      [0.92, '#2f3437'],
      [1, '#060707'],
    ])}"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r - 4}" fill="none" stroke="#000" stroke-width="7" stroke-dasharray="9 6" stroke-opacity=".55"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.74}" fill="#0c0e0f"/>`,
    ...Array.from({ length: spokes }, (_, i) => spoke(i)),
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.74}" fill="none" stroke="${metal}" stroke-width="9"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.36}" fill="none" stroke="#c9ced1" stroke-width="11" stroke-dasharray="8 4"/>`,
    `<circle cx="${cx}" cy="${cy}" r="${r * 0.15}" fill="${metal}"/><circle cx="${cx}" cy="${cy}" r="${r * 0.07}" fill="#22282b"/>`,
  );
}
