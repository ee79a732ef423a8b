import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import type { TestApi, TestBrowser, TestUser } from '../../../http/testing/test-api.ts'

type Ceremony = {
  /** The origin of the page. */
  origin?: string
  /** The host that the page names. A browser would reject any host but its own. */
  rpId?: string
  /** Whether the user was verified by finger, face or PIN. */
  userVerified?: boolean
  counter?: number
  crossOrigin?: boolean
}

export type TestAuthenticator = ReturnType<typeof createAuthenticator>

/** Creates a device with one passkey. Its real ES256 key signs real authenticator data. */
export function createAuthenticator({ origin: ownOrigin = 'http://localhost:3000' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let userHandle: string | undefined
  let uses = 0

  function clientData(type: string, challenge: string, { origin = ownOrigin, crossOrigin = false }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  return {
    id,
    create(options: PasskeyCreationOptions, ceremony: Ceremony = {}): NewPasskey {
      userHandle = options.user.id
      const data = authenticatorData(
        options.rp.id,
        { ...ceremony, counter: 0 },
        attestedCredential(credentialId, publicKey),
      )
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(data)],
        ]),
      )
      return {
        id,
        client_data: clientData('webauthn.create', options.challenge, ceremony).toString('base64url'),
        attestation: Buffer.from(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
    },
    get(options: PasskeyRequestOptions, ceremony: Ceremony = {}): PasskeyAssertion {
      uses += 1
      const data = authenticatorData(options.rpId, { counter: uses, ...ceremony })
      const client = clientData('webauthn.get', options.challenge, ceremony)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        client_data: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(userHandle !== undefined && { user_handle: userHandle }),
      }
    },
  }
}

/** Encodes the id and the public key in COSE: «attested credential data» in the specification of WebAuthn. */
function attestedCredential(credentialId: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const idLength = Buffer.alloc(2)
  idLength.writeUInt16BE(credentialId.length)
  return Buffer.concat([Buffer.alloc(16), idLength, credentialId, key])
}

/** A user with a signed-in browser. */
type Owner = { user: TestUser; browser: TestBrowser }

export async function requestPasskeyCode(api: TestApi, { user, browser }: Owner): Promise<string> {
  const sent = await browser.post(`/otp/send/user/${user.userId}`, { purpose: 'passkey' })
  if (sent.statusCode !== 200) throw new Error(`No code was sent: ${sent.body}`)
  return await api.codeSentTo(user.phone)
}

/** Requests the options to create a passkey, with the owner's password and a code. */
export async function requestCreation(api: TestApi, owner: Owner): Promise<PasskeyCreationOptions> {
  const code = await requestPasskeyCode(api, owner)
  const { user, browser } = owner
  const response = await browser.post('/user/passkeys/registration', { current_password: user.password, code })
  if (response.statusCode !== 200) throw new Error(`No passkey can be made: ${response.body}`)
  return response.json()
}

/** Adds the device's passkey as its owner does: with the password and a code. */
export async function registerPasskey(
  api: TestApi,
  { device, ...owner }: Owner & { device: TestAuthenticator },
): Promise<Passkey> {
  const added = await owner.browser.post('/user/passkeys', device.create(await requestCreation(api, owner)))
  if (added.statusCode !== 201) throw new Error(`No passkey was added: ${added.body}`)
  return added.json()
}

export async function listPasskeys(browser: TestBrowser): Promise<Passkey[]> {
  return (await browser.get('/user/passkeys')).json().items
}

/** Requests the options to sign in. */
export async function requestSignIn(api: TestApi): Promise<PasskeyRequestOptions> {
  return (await api.browser().post('/login/passkey/options')).json()
}

/** Makes all challenges older, by `'301 seconds'` for example. */
export async function ageChallenges({ db }: TestApi, by: string): Promise<void> {
  await sql`update passkey_challenge set expires_at = expires_at - ${by}::interval`.execute(db)
}

function authenticatorData(rpId: string, ceremony: Ceremony, attested: Buffer = Buffer.alloc(0)): Buffer {
  const { userVerified = true, counter = 0 } = ceremony
  const [present, verified, hasAttested] = [0x01, 0x04, 0x40]
  const flags = present | (userVerified ? verified : 0) | (attested.length > 0 ? hasAttested : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([
    createHash('sha256')
      .update(ceremony.rpId ?? rpId)
      .digest(),
    head,
    attested,
  ])
}
