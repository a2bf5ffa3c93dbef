/**
 * Starts the worker that keeps public pages for when there is no line (offline/worker.ts), after everything the page
 * itself needs. Where it is not to be had the shop is as it was.
 */
export function registerOfflineWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // A kept page: the worker is here already, and its script cannot be asked for.
    if (!navigator.onLine) return;
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
