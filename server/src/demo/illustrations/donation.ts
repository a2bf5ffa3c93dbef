import type { S } from '../../../../design/visual/illustrations/ceiba-illustrations.mjs';

/** A hand under a heart. */
export function drawDonation(s: S): void {
  s.shadow(400, 690, 250, 20, 0.32);
  const heart = 'M400 470C250 370 214 300 240 240c26-58 108-64 160 6c52-70 134-64 160-6c26 60-10 130-160 230z';
  const hand =
    'M120 520q0-28 34-28h60q20 0 40 16l60 44h84q26 0 26 24t-26 24h-98v14h132l150-70q34-14 48 10t-18 44L470 690q-20 10-44 10H254q-26 0-46-16l-20-14h-68z';
  s.add(
    `<path d="${heart}" fill="${s.lg(
      [
        [0, '#f4808c'],
        [0.5, '#c01f38'],
        [1, '#7d0c20'],
      ],
      0,
      0,
      0.7,
      1,
    )}"/><path d="M286 268q20-34 62-20q-50 10-52 66q-20-24-10-46z" fill="#fff" fill-opacity=".5"/>`,
    `<path d="${hand}" fill="${s.lg([
      [0, '#fbe3cd'],
      [1, '#d9a577'],
    ])}" transform="translate(0 -20)"/>`,
    s.rect(
      66,
      470,
      66,
      200,
      16,
      s.lg([
        [0, '#3aa88c'],
        [1, '#0c5244'],
      ]),
    ),
  );
}
