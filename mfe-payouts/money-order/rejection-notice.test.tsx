import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RejectionNotice } from './rejection-notice.tsx'

test.for([
  [{ code: 'not_found' }, 'Этого способа больше нет.'],
  [{ code: 'otp_expired' }, 'Код устарел. Попробуйте ещё раз: пришлём новый.'],
  [{ code: 'too_often', retry_after: 120 }, 'Слишком много попыток. Повторите через 2\u00A0минуты'],
  [
    { code: 'confirm_again' },
    'Это не похоже на ваши обычные выводы и переводы. Попробуйте ещё раз и подтвердите новым кодом.',
  ],
  [{ code: 'unheard_of' }, 'Проверьте сумму.'],
] as const)('%j: «%s»', ([rejection, text]) => {
  render(
    <RejectionNotice
      rejection={rejection}
      texts={{ not_found: 'Этого способа больше нет.' }}
      otherwise="Проверьте сумму."
    />,
  )
  expect(screen.getByRole('alert').textContent).toBe(`Не отправлено, деньги не списаны${text}`)
})
