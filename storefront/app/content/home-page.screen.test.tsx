import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Calls } from '../testing/network.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { sampleProduct } from '../testing/samples.ts';
import { waitWithStoppedClock } from '../testing/wait-with-stopped-clock.ts';

const banner = (n: number) =>
  ({
    place: 'hero',
    eyebrow: '',
    title: `Portada ${n}`,
    text: '',
    link: '/search',
    linkLabel: `Ver ${n}`,
    note: '',
    image: '/art/hero-sala.svg',
    phoneImage: null,
    alt: '',
    tone: 'dark',
  }) as const;

const openHome = (heroes: number, rows: NonNullable<Extract<Calls['getHome'], { rows: unknown }>>['rows'] = []) =>
  renderScreen('/', {
    calls: { getHome: { banners: Array.from({ length: heroes }, (_, n) => banner(n + 1)), rows } },
  });

test('[APP-37] the carousel advances every 3000 ms, has seven bullets at most, and can be paused', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const setIntervalSpy = vi.spyOn(globalThis, 'setInterval');
  try {
    const { user } = await openHome(8);
    const carousel = await screen.findByRole('region', { name: 'Destacados' });
    window.matchMedia = (media) => Object.assign(new EventTarget(), still(media));
    const track = within(carousel).getByRole('list');
    // jsdom has no layout: the track is 100 px wide and scrolls when asked to.
    Object.defineProperty(track, 'clientWidth', { value: 100 });
    track.scrollTo = (to?: ScrollToOptions | number) => {
      track.scrollLeft = typeof to === 'object' ? (to.left ?? 0) : 0;
      track.dispatchEvent(new Event('scroll'));
    };
    const bullets = within(carousel).getAllByRole('button', { name: /^Ir a la diapositiva/ });
    expect(bullets).toHaveLength(7);
    // The carousel renders before its timer starts.
    await waitWithStoppedClock(() => expect(setIntervalSpy).toHaveBeenCalledWith(expect.any(Function), 3_000));
    const current = () => bullets.findIndex((bullet) => bullet.getAttribute('aria-current') === 'true');
    vi.advanceTimersByTime(2_999);
    expect(current()).toBe(0);
    vi.advanceTimersByTime(1);
    await waitWithStoppedClock(() => expect(current()).toBe(1));
    await user.click(within(carousel).getByRole('button', { name: 'Pausar el carrusel' }));
    vi.advanceTimersByTime(9_000);
    expect(current()).toBe(1);
  } finally {
    setIntervalSpy.mockRestore();
    vi.useRealTimers();
  }
});

/** The simulated browser does not ask for reduced motion. */
const still = (media: string) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
});

test('[CAT-14] the countdown counts to the end of each sale in turn, and disappears after the last sale', async () => {
  const clock = ['Date', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ toFake: [...clock], now: new Date('2026-11-24T15:59:58Z') });
  try {
    const ending = (sku: string, endsAt: string) =>
      sampleProduct({ sku, slug: sku.toLowerCase(), title: sku, flashSale: { endsAt } });
    const products = [ending('UNO', '2026-11-24T16:00:00.000Z'), ending('DOS', '2026-11-24T17:00:00.000Z')];
    await renderScreen('/', {
      calls: {
        getHome: { banners: [], rows: [{ name: 'flash', title: 'Ofertas relámpago', products }] },
        listProducts: { products: [] },
      },
    });
    const row = await screen.findByRole('region', { name: 'Ofertas relámpago' });
    const timer = await within(row).findByRole('timer');
    await waitWithStoppedClock(() => expect(timer.textContent).toBe('La primera termina en00:00:02'));
    vi.advanceTimersByTime(2_000);
    await waitWithStoppedClock(() =>
      expect(within(row).getByRole('timer').textContent).toMatch(/^Termina en.*01.*00.*00/),
    );
    vi.advanceTimersByTime(3_600_000);
    await waitWithStoppedClock(() => expect(within(row).queryByRole('timer')).toBeNull());
    expect(within(row).getAllByText('¡Oferta finalizada!')).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
