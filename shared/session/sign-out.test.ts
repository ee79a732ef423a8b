import { logout } from '@portal/contracts/session'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { stub } from '@portal/shared/testing/http-stub'
import { afterEach, expect, test, vi } from 'vitest'
import { signOut } from './sign-out.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [true, undefined],
  [false, 'anna'],
])('with a tap of the user %s, the user who is signed in then is %s', async (isActive, user) => {
  stub(logout, () => undefined)
  signedIn({ id: 'anna', name: 'Анна' })
  vi.stubGlobal('navigator', { userActivation: { isActive } })
  await signOut().catch((error: Error) => expect(error.message).toContain('No tap'))
  expect(useSession.getState().user?.id).toBe(user)
})
