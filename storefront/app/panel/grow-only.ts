/**
 * As `ref`: the element gets no lower than it was. What comes late takes the place that was kept for it or more, and what is
 * not there leaves it, so that a sheet at the foot of the window does not jump under the finger.
 */
export function growOnly(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  let width = element.offsetWidth;
  const observer = new ResizeObserver(() => {
    // A phone that is turned begins anew.
    if (element.offsetWidth !== width) element.style.minHeight = '';
    width = element.offsetWidth;
    element.style.minHeight = `${element.offsetHeight}px`;
  });
  observer.observe(element);
  return () => observer.disconnect();
}
