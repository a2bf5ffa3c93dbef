import { createBrowserRouter, type RouteObject } from 'react-router';
import { dailySections } from './daily-sections.ts';
import { goodsSections } from './goods-sections.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { Frame } from './shell/frame.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Opening } from './shell/opening.tsx';
import type { Section } from './shell/section.ts';
import { SectionGate } from './shell/section-gate.tsx';
import { shopSections } from './shop-sections.ts';

/** The menu and the pages of the desk, in the menu's order. Each slice registers its pages in one of the three lists. */
export const sections: readonly Section[] = [...dailySections, ...goodsSections, ...shopSections];

export const sectionRoute = (section: Section): RouteObject => ({
  element: <SectionGate section={section} />,
  children: section.pages.map(({ path, load }) => ({ path: path === '' ? '/' : path, lazy: load })),
});

export const routes: RouteObject[] = [
  {
    path: 'invitacion',
    lazy: () => import('./staff/invitation-page.tsx'),
    ErrorBoundary: CrashPage,
    HydrateFallback: Opening,
  },
  {
    element: <Frame sections={sections} />,
    ErrorBoundary: CrashPage,
    HydrateFallback: Opening,
    children: [
      ...sections.map(sectionRoute),
      { path: 'mi-cuenta', lazy: () => import('./staff/own-account-page.tsx') },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];

export const createDeskRouter = () => createBrowserRouter(routes, { basename: '/admin' });
