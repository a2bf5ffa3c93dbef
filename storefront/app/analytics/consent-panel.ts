import { create } from 'zustand';

/** Open if the shopper asked to see the question again. In a separate file, because the footer needs only this. */
export const useConsentPanel = create(() => ({ isOpen: false }));

export const openConsentPanel = (): void => useConsentPanel.setState({ isOpen: true });
export const closeConsentPanel = (): void => useConsentPanel.setState({ isOpen: false });
