import { guatemalaDate } from '@ceiba/domain/dates/civil-date';
import { render, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import GiftCardFields from './gift-card-fields.tsx';

/** Renders the fields of a page that was made yesterday, fills them in, and then hydrates them. */
const wake = (chosen?: string): string => {
  const yesterday = guatemalaDate(new Date(Date.now() - 86_400_000));
  const fields = (
    <MemoryRouter>
      <GiftCardFields errors={{}} today={yesterday} />
    </MemoryRouter>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(fields);
  document.body.append(container);
  onTestFinished(() => container.remove());
  const date = within(container).getByLabelText<HTMLInputElement>('Fecha de envío');
  if (chosen !== undefined) date.value = chosen;
  render(fields, { container, hydrate: true });
  return date.value;
};

test('a date chosen before hydration stays, even if the page was made before midnight', () => {
  const chosen = guatemalaDate(new Date(Date.now() + 7 * 86_400_000));
  expect(wake(chosen)).toBe(chosen);
});

test('a gift card’s page that was made before midnight offers the new day', () => {
  expect(wake()).toBe(guatemalaDate(new Date()));
});
