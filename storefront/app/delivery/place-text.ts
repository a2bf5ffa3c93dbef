/** "6a avenida 12-31, Zona 10, Guatemala"; a zone or municipality the street already names is not said twice. */
export function placeText({ street, zone, city }: { street: string; zone: string; city: string }): string {
  const named = street.toLowerCase();
  const others = [zone, city].filter((part) => part !== '' && !named.includes(part.toLowerCase()));
  return [street.trim(), ...others].join(', ');
}
