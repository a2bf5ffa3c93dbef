import { usePolicy } from '../policies/shop-policy.ts';

interface Look {
  /** On the header or the foot. */
  onDark?: boolean;
  /** Said behind the shop's name, where the logo is a link: ", inicio". The name alone, where there is no logo. */
  behind?: string;
  className: string;
}

/** The shop's logo, or its name where it has none for this ground. Width and height stand in the address, so that nothing moves as it comes. */
export function ShopLogo({ onDark = false, behind = '', className }: Look) {
  const { shopName, shopLogo, shopLogoOnDark } = usePolicy();
  const path = onDark ? shopLogoOnDark : shopLogo;
  if (path === null) return <span className="shop-name">{shopName}</span>;
  const [, width, height] = /-(\d+)x(\d+)\./.exec(path) ?? [];
  return (
    <img
      src={path}
      alt={shopName + behind}
      width={width}
      height={height}
      // A logo that is no link stands in the foot of the page.
      loading={behind === '' ? 'lazy' : undefined}
      className={`shop-logo ${className}`}
    />
  );
}
