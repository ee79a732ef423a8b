import type { Employee } from '@portal/contracts/employee'
import { signedIn, signedOut } from '@portal/shared/session/state/events'
import { afterEach, expect, test } from 'vitest'
import { renamed, restaurantSwitched, toast, useSession } from './store.ts'

afterEach(() => signedOut())

test('the session changes by its events alone', () => {
  signedIn({ id: 'anna', name: 'Анна' })
  expect('setState' in useSession).toBe(false)
  expect(() => Object.assign(useSession, { getState: () => ({}) })).toThrow(TypeError)
  expect(() => Object.assign(useSession.getState(), { user: null })).toThrow(TypeError)
  expect(useSession.getState().user).toEqual({ id: 'anna', name: 'Анна' })
})

test('what the menu and all sections show is never another object', () => {
  signedIn({ id: 'anna', name: 'Анна' })
  const employee: Employee = {
    id: 'e1',
    default: true,
    manager: false,
    restaurant: { id: 'r1', name: 'Берёзка', bank: 'Т-Банк' },
  }
  restaurantSwitched(employee)
  for (const other of [null, {}, { ...employee, restaurant: { name: {} } }]) restaurantSwitched(other as Employee)
  expect(useSession.getState().currentEmployee).toEqual(employee)
  renamed({} as string)
  toast({} as string)
  const { user, toasts } = useSession.getState()
  expect([user?.name, toasts.at(-1)?.text]).toEqual([expect.any(String), expect.any(String)])
})
