export { AllManifests as Component } from './manifests-page.tsx';
