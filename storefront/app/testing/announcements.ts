/**
 * Records the texts that a screen reader announces of a live region. An atomic region is announced whole, once for all simultaneous changes. Throws
 * if the element is in no polite and atomic region, which must exist before its text changes.
 */
export function announcementsOf(element: Element): string[] {
  const region = element.closest('[aria-live="polite"][aria-atomic="true"]');
  if (region === null) throw new Error(`“${element.textContent}” is in no live region`);
  const announced: string[] = [];
  let before = region.textContent;
  const observer = new MutationObserver(() => {
    if (region.isConnected && region.textContent !== before) announced.push(region.textContent);
    before = region.textContent;
  });
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  return announced;
}
