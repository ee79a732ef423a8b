import type { OperatorRequest } from '@portal/contracts/admin/access'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApi, TestBrowser, TestUser } from '../../../http/testing/test-api.ts'
import { createAuthenticator, registerPasskey, type TestAuthenticator } from '../../passkeys/testing/authenticator.ts'

type Change = OperatorRequest & { body: object }

export type OperatorAccount = {
  user: TestUser
  /** As in the audit trail. */
  name: string
  browser: TestBrowser
  device: TestAuthenticator
  sign(change: Change, theirs?: TestBrowser): Promise<PasskeyAssertion>
  /** Sends a change with a signature, by default one of exactly this change. */
  send(change: Change, passkey?: PasskeyAssertion): Promise<LightMyRequestResponse>
  /** Uses the passkey, so that the session may read. */
  openReads(): Promise<LightMyRequestResponse>
}

/** Both operators grant a user the right. */
export async function grantOperator(api: TestApi, { userId }: Pick<TestUser, 'userId'>): Promise<void> {
  const body = { right: 'operator', reason: 'Ведёт поддержку' }
  for (const operator of [api.operator(), api.secondOperator()])
    await operator.post(`/users/${userId}/rights/grant`, body)
}

/** Gives a user a passkey and the right `operator`, and a browser. No passkey was used in its session yet. */
export async function createOperatorAccount(api: TestApi, existing?: TestUser): Promise<OperatorAccount> {
  const user = existing ?? (await api.createUser())
  const browser = await api.signedIn(user)
  const device = createAuthenticator()
  await registerPasskey(api, { user, browser, device })
  await grantOperator(api, user)
  const sign = async (change: Change, theirs = browser): Promise<PasskeyAssertion> =>
    device.get((await theirs.post('/admin/confirmations', change)).json())
  const send = async (change: Change, passkey?: PasskeyAssertion) => {
    const headers = { 'x-passkey': JSON.stringify(passkey ?? (await sign(change))) }
    return await browser.send(change.method, change.path, { payload: change.body, headers })
  }
  const openReads = () => send({ method: 'POST', path: '/admin/access', body: {} })
  return { user, name: `user:${user.userId}`, browser, device, sign, send, openReads }
}
