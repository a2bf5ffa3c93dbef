declare global {
  interface Window {
    /** The router, as it leaves itself for tools. */
    __reactRouterDataRouter?: {
      navigate: (to: string, options?: object) => void;
      revalidate: () => void;
      state: { navigation: { state: string }; revalidation: string };
    };
  }
}

export {};
