import type { Page } from '@playwright/test';

/**
 * Makes a browser behave like Firefox (and Chromium until 2026). After a failed `import`, these browsers do not load the script
 * again until the next page load. This is the module map of the HTML standard. Other fetches are still retried.
 */
export async function fixModuleMap(page: Page): Promise<void> {
  const failedUrls = new Set<string>();
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script') failedUrls.add(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && !response.ok()) failedUrls.add(response.url());
  });
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) failedUrls.clear();
  });
  await page.route('**/assets/*.js', (route, request) =>
    failedUrls.has(request.url()) && request.resourceType() === 'script' ? route.abort() : route.fallback(),
  );
}
