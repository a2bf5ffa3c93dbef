/**
 * Starts the worker that caches public pages for offline use (offline/worker.ts), after everything the page itself needs. The shop also works without
 * it.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // Offline, the page came from the worker's cache: the worker exists, and its script cannot be fetched.
    if (!navigator.onLine) return;
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
