import { NoBreak } from '@portal/shared/ui/no-break'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

test.each([
  ['СБП · Т-Банк · •• 67', ['Т-Банк', '•• 67']],
  ['Мир •• 1234', ['•• 1234']],
  ['Альфа-Банк — «Старый мост»', ['Альфа-Банк']],
  ['Перевод · Мария Котова-Белых · •• 02', ['Котова-Белых', '•• 02']],
  // Too long to stay whole on a narrow screen.
  ['Азиатско-Тихоокеанский Банк', []],
  ['Сбербанк', []],
])('%s keeps %o whole, and its text as it is', (title, whole) => {
  const { container } = render(<NoBreak>{title}</NoBreak>)
  expect([...container.querySelectorAll('span')].map(({ textContent }) => textContent)).toEqual(whole)
  expect(container.textContent).toBe(title)
})
