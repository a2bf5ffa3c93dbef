import type { Banner } from './banner.ts';
import { HeroBanner } from './hero-banner.tsx';

/** The large banner in the middle of the home page. */
export default function SecondHero({ banner }: { banner: Banner }) {
  return <HeroBanner banner={banner} inset />;
}
