interface RouterState {
  location: { hash: string };
  navigation: { state: string };
  revalidation: string;
}

declare global {
  interface Window {
    /** The router, as it is exposed for tools. */
    __reactRouterDataRouter?: {
      navigate: (to: string, options?: object) => void;
      revalidate: () => void;
      state: RouterState;
      subscribe: (tell: (state: RouterState) => void) => void;
    };
  }
}

export {};
