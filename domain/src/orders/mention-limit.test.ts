import { expect, test } from 'vitest';
import { mentionRefusal } from './mention-limit.ts';

test.each([
  [{ sent: 0, asked: 1, most: 1 }, null],
  [{ sent: 48, asked: 2, most: 50 }, null],
  [
    { sent: 49, asked: 2, most: 50 },
    'Hoy te queda 1 aviso por correo de 50, y esta nota pide 2. Guarda la nota sin avisar a nadie, o avisa mañana.',
  ],
  [
    { sent: 45, asked: 6, most: 50 },
    'Hoy te quedan 5 avisos por correo de 50, y esta nota pide 6. Guarda la nota sin avisar a nadie, o avisa mañana.',
  ],
  [
    { sent: 50, asked: 1, most: 50 },
    'Hoy ya enviaste los avisos por correo que caben en un día (50). Guarda la nota sin avisar a nadie, o avisa mañana.',
  ],
  // The limit was lowered in the course of the day.
  [
    { sent: 50, asked: 1, most: 10 },
    'Hoy ya enviaste los avisos por correo que caben en un día (10). Guarda la nota sin avisar a nadie, o avisa mañana.',
  ],
])('for the day %o the refusal is %s', (day, text) => {
  expect(mentionRefusal(day)).toBe(text);
});
