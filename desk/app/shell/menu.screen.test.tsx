import { screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { sectionRoute, sections } from '../routes.tsx';
import { openDesk } from '../testing/open-desk.tsx';
import { Frame } from './frame.tsx';
import { PageHead } from './page-head.tsx';
import { addressOf, furtherPages, type Section } from './section.ts';

/** All sections, with stub pages that show only their address. */
const plain: Section[] = sections.map((section) => {
  const pages = section.pages.map((page) => ({
    ...page,
    load: async () => ({ Component: () => <PageHead title={page.path} /> }),
  }));
  const [first, ...more] = pages;
  if (first === undefined) throw new Error(`${section.label} has no page`);
  return { ...section, pages: [first, ...more] };
});
const pages: RouteObject[] = [{ element: <Frame sections={plain} />, children: plain.map(sectionRoute) }];

const goals = sections.map((section) => ({ section, goals: furtherPages(section, () => true) }));

test('the menu shows every page with a label, except forms of new things, below its section', () => {
  const labelled = sections.flatMap((section) => section.pages.slice(1).filter(({ label }) => label !== undefined));
  const listed = goals.flatMap((each) => each.goals.map(({ to }) => to.slice(1)));
  expect(labelled.map(({ path }) => path).filter((path) => !path.endsWith('/+'))).toEqual(listed);
  expect(listed.length).toBeGreaterThan(15);
});

test.each([
  [1440, 'Menú'],
  [390, 'Páginas de'],
])('%i px: each page of a section is reached by pressing, and leads back to the section', async (width, name) => {
  const desk = await openDesk('/', { width, pages });
  const find = (section: Section) =>
    screen.findByRole('navigation', { name: width === 1440 ? name : `${name} ${section.label}` });
  for (const { section, goals: places } of goals.filter((each) => each.goals.length > 0)) {
    await desk.go(addressOf(section));
    for (const { label, to } of places) {
      const link = async () => within(await find(section)).findByRole('link', { name: label });
      await desk.user.click(await link());
      await waitFor(() => expect(desk.address()).toBe(to));
      await waitFor(async () => expect(await link()).toHaveAttribute('aria-current', 'page'));
      await desk.user.click(await screen.findByRole('link', { name: `Volver a ${section.label}` }));
      await waitFor(() => expect(desk.address()).toBe(addressOf(section)));
    }
  }
});

test('a page below a listed page has a link back instead of the row of pages', async () => {
  await openDesk('/productos/marcas/sony', { width: 390, pages });
  expect(await screen.findByRole('link', { name: 'Volver a Productos' })).toBeInTheDocument();
  expect(screen.queryByRole('navigation', { name: 'Páginas de Productos' })).toBeNull();
});
