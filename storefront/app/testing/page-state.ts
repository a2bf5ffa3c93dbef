/** How a module begins: its names are given what they are written with, then it does what it does when it is loaded. */
interface ModuleState {
  setValues: () => void;
  act: () => void;
}

/** By their files, those that others import before them. */
const modules = new Map<string, ModuleState>();

/** What modules listen to for as long as their page stands. */
const heard: Parameters<typeof window.addEventListener>[] = [];

/** What a module hears of the window from its beginning on ends with the page. */
function hearForPage(act: () => void): void {
  // As the server loads it: a test may have taken the window away.
  if (typeof window === 'undefined') {
    act();
    return;
  }
  const { addEventListener } = window;
  window.addEventListener = (...listener: Parameters<typeof window.addEventListener>) => {
    heard.push(listener);
    addEventListener.call(window, ...listener);
  };
  act();
  window.addEventListener = addEventListener;
}

/** Called by every module of the shop that has a state, when it has been loaded (`fresh-page.ts`). */
export function holdState(file: string, setValues: () => void, act: () => void): void {
  // One that is loaded a second time stands behind what it imported this time.
  modules.delete(file);
  modules.set(file, { setValues, act });
  hearForPage(act);
}

/** The shop's modules as if a page had just loaded them, by what the browser has kept. */
export function beginPage(): void {
  for (const [type, listener, options] of heard.splice(0)) window.removeEventListener(type, listener, options);
  for (const { setValues, act } of modules.values()) {
    setValues();
    hearForPage(act);
  }
}
