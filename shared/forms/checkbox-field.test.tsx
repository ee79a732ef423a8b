import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderForm } from './testing/render-form.tsx'

const Consent = z.object({ consent: z.literal(true, 'Без согласия не получится') })

test('a checkbox is set by its label or a key, and shows that a consent is missing', async () => {
  const { user, sent } = renderForm({
    schema: Consent,
    values: { consent: false },
    children: <CheckboxField name="consent" label="Согласен с офертой" />,
  })
  const box = screen.getByRole('checkbox', { name: 'Согласен с офертой' })
  await user.click(screen.getByRole('button'))
  await waitFor(() => expect(box).toHaveAccessibleDescription('Без согласия не получится'))
  expect(box).toHaveFocus()

  await user.click(screen.getByText('Согласен с офертой'))
  expect(box).toBeChecked()
  await user.keyboard(' ')
  expect(box).not.toBeChecked()
  await user.keyboard(' {Enter}')
  await waitFor(() => expect(sent).toEqual([{ consent: true }]))
})
