import { expect, test } from 'vitest';
import { textParts } from './text-parts.ts';

test('a plain text is split into paragraphs and lists', () => {
  expect(textParts('Uno\ndos\n\nTrae:\n- Cable\n- Control\nFin\n\n• Otro')).toEqual([
    'Uno\ndos',
    'Trae:',
    ['Cable', 'Control'],
    'Fin',
    ['Otro'],
  ]);
  expect(textParts('')).toEqual([]);
});
