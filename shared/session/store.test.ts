import { signedIn, signedOut } from '@portal/shared/session/state/events'
import { afterEach, expect, test } from 'vitest'
import { useSession } from './store.ts'

afterEach(() => signedOut())

test('only its events change the session', () => {
  signedIn({ id: 'anna', name: 'Анна' })
  expect('setState' in useSession).toBe(false)
  expect(useSession.getState().user).toEqual({ id: 'anna', name: 'Анна' })
})
