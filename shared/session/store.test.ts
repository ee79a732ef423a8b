import { afterEach, expect, test } from 'vitest'
import { signedIn, signedOut, useSession } from './store.ts'

afterEach(() => signedOut())

test('the session changes by its events alone', () => {
  signedIn({ id: 'anna', name: 'Анна' })
  expect('setState' in useSession).toBe(false)
  expect(() => Object.assign(useSession, { getState: () => ({}) })).toThrow(TypeError)
  expect(() => Object.assign(useSession.getState(), { user: null })).toThrow(TypeError)
  expect(useSession.getState().user).toEqual({ id: 'anna', name: 'Анна' })
})
