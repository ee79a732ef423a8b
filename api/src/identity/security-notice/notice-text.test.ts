import { expect, test } from 'vitest'
import { countSegments } from '../../messages/sms/sms.ts'
import { otpText, phoneOtpTitles } from '../otp/otp-text.ts'
import { noticeText, type SecurityEvent } from './notice-text.ts'

const host = 'tips.primer-rf.ru'

const events: [SecurityEvent, string][] = [
  [{ type: 'password_changed' }, 'Чаевые: пароль изменён. Не вы? tips.primer-rf.ru/password/recovery'],
  [
    { type: 'password_recovered', deletedPasskeys: 0 },
    'Чаевые: пароль восстановлен по коду из СМС. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'new_device' },
    'Чаевые: вход с нового устройства. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'phone_changed', to: '+79161234567' },
    'Чаевые: телефон для входа сменён на •• 67. Не вы? Сообщите менеджеру',
  ],
  [
    { type: 'card_added', last4: '4321' },
    'Чаевые: добавлена карта •• 4321. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'card_added', last4: null },
    'Чаевые: добавлена новая карта. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'passkey_added', label: 'Android · Chrome' },
    'Чаевые: добавлен ключ доступа (Android · Chrome). Если это не вы, смените пароль и удалите ключ: tips.primer-rf.ru/settings/passkeys.',
  ],
  [
    { type: 'passkey_removed', addedAt: new Date('2026-11-03T22:00:00Z') },
    'Чаевые: удалён ключ доступа, добавленный 04.11.2026. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'sbp_phone_added', phone: '+79161234567', bank: 'Т-Банк' },
    'Чаевые: добавлен телефон СБП •• 67, Т-Банк. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'sbp_bank_changed', phone: '+79161234567', bank: 'Сбербанк' },
    'Чаевые: банк телефона СБП •• 67 сменён на Сбербанк. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [{ type: 'account_deleted' }, 'Чаевые: аккаунт удалён. Не вы? Сообщите менеджеру'],
  [
    { type: 'method_made_default', method: { type: 'sbp', phone: '+79161234567' } },
    'Чаевые: вывод теперь на телефон СБП •• 67. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [
    { type: 'auto_withdrawal_set', method: { type: 'card', last4: '4321' } },
    'Чаевые: настроен автовывод на карту •• 4321. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
  [{ type: 'auto_withdrawal_stopped' }, 'Чаевые: автовывод остановлен. Подробнее: tips.primer-rf.ru/out/auto'],
  [
    { type: 'dismissed', restaurant: 'Берёзка' },
    'Чаевые: вас убрали из команды «Берёзка». Деньги на балансе остаются вашими, вывести их можно в любой момент: tips.primer-rf.ru',
  ],
  [
    { type: 'dismissed', restaurant: 'Р'.repeat(60) },
    `Чаевые: вас убрали из команды «${'Р'.repeat(60)}». Деньги ваши: tips.primer-rf.ru`,
  ],
  [
    { type: 'method_removed', method: { type: 'card', last4: '4321' } },
    'Чаевые: удалена карта •• 4321. Если это не вы, восстановите пароль: tips.primer-rf.ru/password/recovery.',
  ],
]

test.each(events)('a notice of %j begins with the name of the portal and has at most two segments', (event, text) => {
  expect(noticeText(event, host)).toBe(text)
  expect(countSegments(text)).toBeLessThanOrEqual(2)
})

test('a notice that needs two messages has the whole explanation', () => {
  const at = new Date('2026-11-24T07:15:00Z')
  const text = noticeText({ type: 'phone_change_requested', to: '+79161234567', at }, host)
  expect(text).toMatch(
    /^Чаевые: 24\.11\.2026, 10:15 \(МСК\) телефон для входа сменится на •• 67\. Если это не вы, отмените/,
  )
  expect(countSegments(text)).toBe(2)
})

test.each([
  ...Object.values(phoneOtpTitles),
  'добавления вашего телефона СБП •• 4567, Райффайзенбанк',
  'вывода 75 000 ₽ на СБП · Райффайзенбанк · •• 4567, комиссия 1 125 ₽',
  'автовывода в 09:00 на Мир •• 1234, до 150 000 ₽ в день, комиссия 1,5 %, мин. 15 ₽',
  'перевода 75 000 ₽ · 50 сотрудникам, макс. 74 000 ₽ · Константинополь П. •• 12',
])('a code for %s begins with the name of the portal and has at most two segments', (title) => {
  const text = otpText({ title, code: '493817', host })
  expect(text).toMatch(/^Чаевые: 493817 — код для /)
  expect(text).toContain(title)
  expect(countSegments(text)).toBeLessThanOrEqual(2)
})

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Each sign counts as two.
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['я'.repeat(70), 1],
  ['я'.repeat(71), 2],
  ['я'.repeat(134), 2],
  ['я'.repeat(135), 3],
  [`${'a'.repeat(70)}я`, 2],
])('%j is billed as %i', (text, segments) => {
  expect(countSegments(text)).toBe(segments)
})
