import { getInvitation } from '@portal/contracts/invitation'
import { rememberWayIn } from '@portal/shared/passkeys/way-in'
import { stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openHtml, runCode } from './testing/open-html.ts'

test.for([
  ['/login', '/login'],
  ['/password/recovery', '/password/recovery'],
  ['/i/:code', '/i/DEMO-BEREZKA'],
] as const)('%s is hydrated without a change of its HTML', async ([path, address]) => {
  const root = openHtml(path, address)
  const before = root.innerHTML
  const elements = [...root.querySelectorAll('*')]
  // The policy of the page blocks styles in attributes.
  expect(before).not.toContain('style=')
  if (path === '/i/:code') stub(getInvitation, () => new Promise(() => {}))
  await runCode()
  expect([...root.querySelectorAll('*')].every((element, index) => element === elements[index])).toBe(true)
  expect(root.innerHTML).toBe(before)
  expect(document.documentElement.dataset.passkeys).toBeUndefined()
})

test('the HTML of the login page hides the button for passkeys before the page has code where the browser has none', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  openHtml('/login')
  expect(document.documentElement.dataset.passkeys).toBe('none')
  await runCode()
  expect(screen.queryByRole('button', { name: 'Открыть ключом доступа' })).toBeNull()
})

test('the HTML of the login page marks the passkey as the first way in before the page has code, and leaves that to the code when it is there', async () => {
  rememberWayIn('passkey')
  openHtml('/login')
  expect(document.documentElement.dataset.wayIn).toBe('passkey')
  await runCode()
  await waitFor(() => expect(document.documentElement.dataset.wayIn).toBeUndefined())
  expect(screen.queryByRole('button', { name: 'Войти' })).toBeNull()
})
