import { expect, test } from 'vitest';
import { maskMail } from './mask-mail.ts';

test('all values of links are masked, in text and HTML, and other text does not change', () => {
  expect(maskMail('Tu orden: https://ceiba.example/o?number=1&link=s3cret#pasos.')).toBe(
    'Tu orden: https://ceiba.example/o?number=••••••&link=••••••',
  );
  expect(maskMail('Tu orden: https://ceiba.example/o#link=s3cret.')).toBe(
    'Tu orden: https://ceiba.example/o#link=••••••',
  );
  expect(maskMail('<a href="https://ceiba.example/o?number=1&amp;link=s3cret" style="color: red">Ver</a>')).toBe(
    '<a href="https://ceiba.example/o?number=••••••&amp;link=••••••" style="color: red">Ver</a>',
  );
});
