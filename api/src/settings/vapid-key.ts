import { createECDH } from 'node:crypto'

/** In base64url, as browsers and push services take them. */
export type VapidKey = { publicKey: string; privateKey: string }

/** The pair of a private key of 32 bytes. @throws for the few numbers that are not on the curve */
export function toVapidKey(bytes: Buffer): VapidKey {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(bytes)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') }
}
