import type { Passkey, PasskeyCreationOptions, PasskeyRequestOptions } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'

/** How the device of a test responds to a prompt. */
type Response = 'signs' | 'cancels' | 'has one' | 'fails'

const errors = { cancels: 'NotAllowedError', 'has one': 'InvalidStateError', fails: 'UnknownError' } as const
const bytes = (text: string) => new TextEncoder().encode(text).buffer

class PublicKeyCredentialOfATest {
  readonly id = 'credential'
  readonly rawId = bytes('credential')
  readonly type = 'public-key'
  readonly response: object
  constructor(response: object) {
    this.response = response
  }
  getClientExtensionResults() {
    return {}
  }
}

/**
 * Gives happy-dom passkeys, which it lacks. `prompts` counts how often the device requested finger, face or PIN. With
 * `fillsIn` the browser offers passkeys in the field for the user's name until one is `choose`n.
 */
export function passkeyDevice({ fillsIn = false } = {}) {
  const device = { responds: 'signs' as Response, prompts: 0, offers: 0, choose: () => {} }

  async function respond(response: object) {
    device.prompts += 1
    if (device.responds !== 'signs') throw new DOMException('', errors[device.responds])
    return new PublicKeyCredentialOfATest(response)
  }

  async function get({ mediation, signal }: CredentialRequestOptions) {
    if (mediation === 'conditional') {
      await new Promise<void>((resolve, reject) => {
        device.offers += 1
        device.choose = resolve
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const [clientDataJSON, authenticatorData, signature] = [bytes('signed'), bytes('data'), bytes('signature')]
    return await respond({ clientDataJSON, authenticatorData, signature })
  }

  class Credential extends PublicKeyCredentialOfATest {
    static async isConditionalMediationAvailable() {
      return fillsIn
    }
  }
  Object.assign(globalThis, { PublicKeyCredential: Credential })
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: () => respond({ clientDataJSON: bytes('created'), attestationObject: bytes('attestation') }),
      get,
    },
  })
  return device
}

/** Removes the device; is for `afterEach`. */
export function forgetPasskeyDevice(): void {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
}

export const creationOptions: PasskeyCreationOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { id: 'localhost', name: 'Чаевые' },
  user: { id: 'dXNlcg', name: '+7 (900) •••-••-01', displayName: 'Анна Смирнова' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
}

export const requestOptions: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

/** What the device signs. */
export const signature: PasskeyAssertion = {
  id: 'credential',
  client_data: 'c2lnbmVk',
  authenticator_data: 'ZGF0YQ',
  signature: 'c2lnbmF0dXJl',
}

export const ownPasskey: Passkey = {
  id: 'p1',
  label: 'Android · Chrome',
  synced: true,
  created_at: '2025-11-12T12:04:00+03:00',
  last_used_at: null,
}
