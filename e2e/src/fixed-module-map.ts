import type { Page } from '@playwright/test';

/**
 * Makes a browser of those that take a script for lost, until the page is loaded anew, once an `import` could not get it
 * (Firefox, and Chromium until 2026): the HTML standard's module map. What is fetched otherwise is tried as ever.
 */
export async function fixModuleMap(page: Page): Promise<void> {
  const lost = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script') lost.add(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.ok()) lost.add(response.url());
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) lost.clear();
  });
  await page.route('**/assets/*.js', (route, request) =>
    lost.has(request.url()) && request.resourceType() === 'script' ? route.abort() : route.fallback(),
  );
}
