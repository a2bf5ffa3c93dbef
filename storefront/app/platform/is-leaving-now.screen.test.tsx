import { useIsLeavingNow } from '@ceiba/ui/use-is-leaving-now';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

test('the rendered page counts as left until the next page is rendered', async () => {
  let isLeavingNow = (): boolean => false;
  function Page() {
    isLeavingNow = useIsLeavingNow();
    return <h1>Página</h1>;
  }
  const router = createMemoryRouter([{ path: '*', Component: Page }]);
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading');
  expect(isLeavingNow()).toBe(false);
  const ofRendered = isLeavingNow;
  // The router is on the next page immediately. React renders the page later.
  await router.navigate('/otra');
  expect(router.state.navigation.state).toBe('idle');
  expect(ofRendered()).toBe(true);
});
