import { longestFiles, longestFunctions } from './sizes.ts';

// Printed by `npm run check`, so that growth is seen: files aim under 150 lines, functions under 20.
for (const [title, sizes] of [
  ['Longest files', longestFiles()],
  ['Longest functions', longestFunctions()],
] as const) {
  process.stdout.write(`${title}: ${sizes.map(({ name, lines }) => `${name} ${lines}`).join('; ')}\n`);
}
