import type { Page } from '@playwright/test'
import {
  listPasskeys,
  type Passkey,
  type PasskeyRequestOptions,
  startPasskeyConfirmation,
} from '@portal/contracts/passkey'
import { startReleaseChange } from '@portal/contracts/release'
import { at } from '@portal/platform/dev/examples/now'
import { respond } from '@portal/platform/dev/examples/responses'

const ownPasskeys: Passkey[] = [
  { id: 'phone', label: 'Android · Chrome', synced: true, created_at: at(40, '12:00'), last_used_at: at(0, '18:00') },
  { id: 'laptop', label: 'Рабочий ноутбук', synced: false, created_at: at(3, '09:10'), last_used_at: null },
]

export const requestOptions: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'localhost',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}

export const withPasskeys = [
  respond(listPasskeys, { items: ownPasskeys }),
  respond(startPasskeyConfirmation, requestOptions),
  respond(startReleaseChange, requestOptions),
]

/** For `prepare`: makes the device sign immediately, as if the user had touched its sensor. */
export async function signImmediately(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const bytes = new Uint8Array([1, 2, 3]).buffer
    const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }
    const credential = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) }
    navigator.credentials.get = async () => credential as unknown as Credential
  })
}
