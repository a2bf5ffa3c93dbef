import { expect, test } from 'vitest';
import { ceibaPolicy } from '../testing/mailed-policy.ts';
import { darkMailColours, html, mailColours, mailPage } from './mail-layout.ts';

/** Returns WCAG's relative luminance of a colour `#rrggbb`. */
const luminance = (colour: string): number => {
  const parts = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test.each([
  ['by day', mailColours],
  ['by night', darkMailColours],
])('text of mails is readable on its background, %s', (_, colours) => {
  for (const text of ['ink', 'soft', 'muted', 'primaryInk'] as const)
    for (const ground of ['canvas', 'surface', 'sunken', 'tint'] as const)
      expect(contrast(colours[text], colours[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  for (const ground of ['header', 'primary'] as const)
    expect(contrast('#ffffff', colours[ground]), `white on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test('a mail declares that it has colours for dark mode, and has a rule for each of its colours', () => {
  const mail = mailPage({
    title: 'Hola',
    preview: 'Hola',
    publicUrl: 'https://ceiba.example',
    policy: { ...ceibaPolicy, supportPhone: '2222-2222' },
    body: html`<p style="color:${mailColours.ink};">Hola</p>`,
  });
  expect(mail).toContain('<meta name="color-scheme" content="light dark">');
  expect(mail).toContain('@media (prefers-color-scheme:dark)');
  expect(mail).toContain(`[style*="color:${mailColours.ink}"]{color:${darkMailColours.ink}!important}`);
  expect(mail).toContain(
    `[style*="background:${mailColours.surface}"]{background:${darkMailColours.surface}!important}`,
  );
  // Every colour in the mail has a rule, or does not change.
  const used = [...mail.replace(/<style>.*?<\/style>/s, '').matchAll(/(?:background|color):(#[0-9a-f]{6})/g)];
  for (const [, colour = ''] of used) {
    const same = ['#ffffff', mailColours.header, mailColours.primary, mailColours.corn].includes(colour);
    expect(same || mail.includes(`:${colour}"]{`), colour).toBe(true);
  }
});
