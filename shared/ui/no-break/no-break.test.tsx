import { readAloud } from '@portal/shared/testing/screen-reader'
import { seenText } from '@portal/shared/testing/seen-text'
import { NoBreak } from '@portal/shared/ui/no-break'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'

// spec: 2.73
test.each([
  ['СБП · Т-Банк · •• 67', ['Т-Банк', '•• 67']],
  ['Мир •• 1234', ['•• 1234']],
  ['Альфа-Банк — «Старый мост»', ['Альфа-Банк']],
  ['Перевод · Мария Котова-Белых · •• 02', ['Котова-Белых', '•• 02']],
  // Too long to stay whole on a narrow screen.
  ['Азиатско-Тихоокеанский Банк', []],
  ['Сбербанк', []],
])('does not break %o in %s, and leaves its text', (title, whole) => {
  const { container } = render(<NoBreak>{title}</NoBreak>)
  expect([...container.querySelectorAll(':scope > span[class]')].map(seenText)).toEqual(whole)
  expect(seenText(container)).toBe(title)
})

test.each([
  ['СБП · Т-Банк · •• 67', 'СБП\u00A0· Т-Банк\u00A0· •• 67'],
  ['Т-Банк — «Берёзка»', 'Т-Банк\u00A0— «Берёзка»'],
])('begins no line of %s with a dot or a dash', (title, unbroken) => {
  const { container } = render(<NoBreak>{title}</NoBreak>)
  for (const spoken of container.querySelectorAll('.visually-hidden')) spoken.remove()
  expect(container.textContent).toBe(unbroken)
})

test.each([
  ['Мир •• 1234', 'Мир с последними цифрами 1234'],
  ['2200 •••• •••• 4321', 'с последними цифрами 4321'],
  ['+7 (900) •••-••-67 · Личный', 'с последними цифрами 67 · Личный'],
])('%s is read as «%s», without a dot', async (title, spoken) => {
  const { container } = render(<NoBreak>{title}</NoBreak>)
  expect((await readAloud(container)).join(' ')).toBe(spoken)
})
