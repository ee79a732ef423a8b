import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { ApiError } from '@portal/shared/http/api-error'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasskeyFailure } from '../passkeys/passkey-failure.ts'

function renderButton(prompt: () => Promise<string | null>) {
  const events: string[] = []
  render(
    <PasskeyButton
      prompt={() => {
        events.push('prompted')
        return prompt()
      }}
      onSigned={async (signed) => void events.push(signed)}
      onUnsigned={() => events.push('unsigned')}
      errorTexts={{ insufficient_funds: 'Не хватает денег' }}
    >
      Подтвердить
    </PasskeyButton>,
  )
  return { events, user: userEvent.setup() }
}

const button = () => screen.getByRole('button', { name: 'Подтвердить' })

test('passes on what the device signed', async () => {
  const { events, user } = renderButton(async () => 'signature')
  await user.click(button())
  expect(events).toEqual(['prompted', 'signature'])
})

test('two clicks before a render prompt once, and after a cancel the next click prompts again without an error', async () => {
  let cancel = () => {}
  const { events, user } = renderButton(
    () =>
      new Promise((resolve) => {
        cancel = () => resolve(null)
      }),
  )
  await act(async () => {
    button().click()
    button().click()
  })
  expect(button()).toHaveAttribute('aria-busy', 'true')
  expect(events).toEqual(['prompted'])
  await act(async () => cancel())
  expect(button()).not.toHaveAttribute('aria-busy')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(button())
  expect(events).toEqual(['prompted', 'unsigned', 'prompted'])
})

const problem = (status: number, code: string) => new ApiError(status, { code, message: code })

test.each([
  [problem(410, 'passkey_expired'), 'Время вышло. Попробуйте ещё раз.'],
  [problem(422, 'passkey_invalid'), 'Ключ доступа не подошёл: возможно, его удалили. Выберите другой способ.'],
  [problem(422, 'insufficient_funds'), 'Не хватает денег'],
  [problem(0, 'offline'), 'Нет соединения с интернетом'],
  [new PasskeyFailure('exists', ''), 'На этом устройстве уже есть ключ доступа к порталу.'],
  [
    Object.assign(new Error('of another copy of the class, as remotes have one'), {
      name: 'PasskeyFailure',
      reason: 'exists',
    }),
    'На этом устройстве уже есть ключ доступа к порталу.',
  ],
  [
    new PasskeyFailure('failed', ''),
    'Устройство не смогло использовать ключ доступа. Попробуйте ещё раз или выберите другой способ.',
  ],
])('%s: «%s»; it can be pressed again', async (failure, text) => {
  const { events, user } = renderButton(() => Promise.reject(failure))
  await user.click(button())
  expect(screen.getByRole('alert')).toHaveTextContent(text)
  await user.click(button())
  expect(events).toEqual(['prompted', 'unsigned', 'prompted', 'unsigned'])
})
