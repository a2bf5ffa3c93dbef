import { usePolicy } from '../policies/shop-policy.ts';

interface Look {
  /** True on the dark background of header and footer. */
  onDark?: boolean;
  /** Text after the shop's name if the logo is a link: ", inicio". Without a logo only the name shows. */
  behind?: string;
  className: string;
}

/**
 * The shop's logo, or its name if it has no logo for this background. The address contains width and height, so that
 * the load of the logo moves nothing.
 */
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
      // A logo without a link is in the page's footer.
      loading={behind === '' ? 'lazy' : undefined}
      className={`shop-logo ${className}`}
    />
  );
}
