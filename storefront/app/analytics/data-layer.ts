declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Hands an event to whatever measures; a failure there never reaches the shopper (ANA-06, DEC-160). */
export function pushEvent(event: object): void {
  try {
    window.dataLayer = window.dataLayer ?? [];
    window.dataLayer.push(event);
  } catch (error) {
    console.warn('analytics', error);
  }
}
