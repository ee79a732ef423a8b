/** `https://tips.example/billing` → `https://tips.example`. @throws Error when it is not the address of a portal */
export function portalOrigin(address: string): string {
  const { protocol, origin } = URL.canParse(address) ? new URL(address) : { protocol: '', origin: '' }
  if (!/^https?:$/.test(protocol)) {
    throw new Error(`The portal is said with its https://, as in --portal https://staging.example, not ${address}`)
  }
  return origin
}
