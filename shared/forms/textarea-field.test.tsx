import { TextareaField } from '@portal/shared/forms/textarea-field'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { length } from '../rules/sizes.ts'
import { renderForm } from './testing/render-form.tsx'

const About = z.object({ about: z.string().check(length(0, 5)) })
const field = <TextareaField name="about" label="О себе" limit={5} />
const textarea = () => screen.getByRole('textbox', { name: 'О себе' })

test('marks a too long text while it is typed, and cuts nothing off', async () => {
  const { user } = renderForm({ schema: About, values: { about: '' }, children: field })
  await user.type(textarea(), 'смена')
  expect(textarea()).toBeValid()
  expect(textarea()).toHaveAccessibleDescription(/5 из 5$/)
  await user.type(textarea(), '!')
  expect(textarea()).toHaveValue('смена!')
  expect(textarea()).toBeInvalid()
  expect(textarea()).toHaveAccessibleDescription(/^О себе — не более 5\sсимволов\s+6 из 5$/)
  await user.keyboard('{Backspace}')
  expect(textarea()).toBeValid()
})

test('counts what is seen as one character once', async () => {
  const { user, sent } = renderForm({ schema: About, values: { about: '' }, children: field })
  await user.click(textarea())
  await user.paste('👨‍👩‍👧‍👦👍🏽🇷🇺и\u0306!')
  expect(textarea()).toHaveAccessibleDescription(/5 из 5$/)
  await user.click(screen.getByRole('button'))
  expect(sent).toHaveLength(1)
})
