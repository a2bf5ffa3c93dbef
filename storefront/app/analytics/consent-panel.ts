import { create } from 'zustand';

/** Whether the shopper asked to see the question again; a part of its own, as the footer needs no more of it. */
export const useConsentPanel = create(() => ({ isOpen: false }));

export const openConsentPanel = (): void => useConsentPanel.setState({ isOpen: true });
export const closeConsentPanel = (): void => useConsentPanel.setState({ isOpen: false });
