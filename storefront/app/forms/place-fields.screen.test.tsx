import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { nameOptions } from './place-fields.tsx';

test('a name that the browser has translated is sent under its original name', async () => {
  render(<select aria-label="Municipio">{nameOptions('Elige', ['Ciudad Vieja'])}</select>);
  screen.getByRole('option', { name: 'Ciudad Vieja' }).textContent = 'Old City';
  await userEvent.selectOptions(screen.getByLabelText('Municipio'), 'Old City');
  expect(screen.getByLabelText('Municipio')).toHaveProperty('value', 'Ciudad Vieja');
});
