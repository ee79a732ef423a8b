import { createECDH } from 'node:crypto'

/** A pair of keys in base64url, as browsers and push services expect them. */
export type VapidKey = { publicKey: string; privateKey: string }

/** Returns the pair of a private key of 32 bytes. @throws Error for the few values that are no key of the curve */
export function toVapidKey(bytes: Buffer): VapidKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(bytes)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
}
