import { expect, test } from 'vitest'
import { otpText, phoneOtpTitles } from '../otp/otp-text.ts'
import { segmentsOf } from '../sms/segments.ts'
import { noticeText, type SecurityEvent } from './notice-text.ts'

const host = 'tips.primer-rf.ru'

const events: [SecurityEvent, string][] = [
  [{ type: 'password_changed' }, 'Чаевые: пароль изменён. Не вы? tips.primer-rf.ru/password/recovery'],
  [
    { type: 'password_recovered', deletedPasskeys: 0 },
    'Пароль восстановлен. Не вы? tips.primer-rf.ru/password/recovery',
  ],
  [{ type: 'new_device' }, 'Вход с нового устройства. Не вы? tips.primer-rf.ru/password/recovery'],
  [
    { type: 'phone_changed', to: '+79161234567' },
    'Чаевые: телефон для входа сменён на •• 67. Не вы? Сообщите менеджеру',
  ],
  [{ type: 'card_added', last4: '4321' }, 'Добавлена карта •• 4321. Не вы? tips.primer-rf.ru/password/recovery'],
  [
    { type: 'passkey_added', label: 'Android · Chrome' },
    'Добавлен ключ доступа. Не вы? tips.primer-rf.ru/settings/passkeys',
  ],
  [
    { type: 'passkey_removed', addedAt: new Date('2026-11-03T22:00:00Z') },
    'Удалён ключ от 4 ноября. Не вы? tips.primer-rf.ru/password/recovery',
  ],
  [
    { type: 'sbp_phone_added', phone: '+79161234567', bank: 'Т-Банк' },
    'Добавлен СБП •• 67, Т-Банк. Не вы? tips.primer-rf.ru/password/recovery',
  ],
  [
    { type: 'sbp_bank_changed', phone: '+79161234567', bank: 'Сбербанк' },
    'У СБП •• 67 банк Сбербанк. Не вы? tips.primer-rf.ru/password/recovery',
  ],
  [
    { type: 'method_removed', method: { type: 'card', last4: '4321' } },
    'Удалена карта •• 4321. Не вы? tips.primer-rf.ru/password/recovery',
  ],
]

test.each(events)('a notice of %j is one message', (event, text) => {
  expect(noticeText(event, host)).toBe(text)
  expect(segmentsOf(text)).toBe(1)
})

test('a notice that needs two messages has the whole explanation', () => {
  const at = new Date('2026-11-24T07:15:00Z')
  const text = noticeText({ type: 'phone_change_requested', to: '+79161234567', at }, host)
  expect(text).toMatch(
    /^Чаевые: 24 ноября .*10:15 \(МСК\) телефон для входа сменится на •• 67\. Если это не вы, отмените/,
  )
  expect(segmentsOf(text)).toBe(2)
})

test.each(Object.values(phoneOtpTitles))('a code for %s is one message', (title) => {
  expect(segmentsOf(otpText({ title, code: '493817', host }))).toBe(1)
})

test('a code of a withdrawal is one message, which names amount and card', () => {
  const text = otpText({ title: 'вывода 1 500 ₽ на Мир •• 1234', code: '493817', host: 'chaevye.ru' })
  expect(text).toBe('493817 — код для вывода 1 500 ₽ на Мир •• 1234\n@chaevye.ru #493817')
  expect(segmentsOf(text)).toBe(1)
})

test('a code whose title needs two messages has the warning too', () => {
  const title = 'смены банка телефона СБП •• 67 на Райффайзенбанк'
  expect(otpText({ title, code: '493817', host })).toContain('Чаевые: 493817')
  expect(segmentsOf(otpText({ title, code: '493817', host }))).toBe(2)
})
