import { expect, test } from 'vitest'
import { findWeakness } from './weakness.ts'

const owner = { phone: '+79161234567', name: 'Анна Смирнова', restaurants: ['Берёзка', 'Старый мост'] }

test.each([
  '12345678',
  '87654321',
  'password',
  'Password1!',
  'P@ssw0rd',
  'Passw0rd2024!',
  'password123456',
  'drowssap',
  'qwerty123',
  '1q2w3e4r',
  '!QAZ2wsx',
  'iloveyou',
  'admin123',
  'football99',
  'p.a.s.s.w.o.r.d',
  'q w e r t y u i',
  '1-2-3-4-5-6-7-8',
  // Words that are typed in the wrong keyboard layout, and Russian words in Latin letters.
  'йцукенгш',
  'йцукен123',
  'пароль123',
  'gfhjkm123',
  'Parol2024',
  'Привет2024!',
  'ghbdtn99',
  'Наташа1990',
  'yfnfif1990',
])('a common password: %s', (password) => {
  expect(findWeakness(password, owner)).toBe('password_common')
})

test.each(['aaaaaaaa', 'абабабаб', 'Xy7'.repeat(40), 'zxcvbnm,./', '19051990', '19.05.1990', 'лололололо'])(
  'a predictable password: %s',
  (password) => {
    expect(findWeakness(password, owner)).toBe('password_predictable')
  },
)

test.each([
  'смирнова1',
  'Smirnova-77',
  'cvbhyjdf1',
  'anna2024!!',
  'fyyf1990',
  'Берёзка2025',
  'Berezka_2025',
  'staryymost1',
  'чаевые123',
  'xftdst123',
  'Chaevye-1',
])('a password made of the name, the restaurant or the product: %s', (password) => {
  expect(findWeakness(password, owner)).toBe('password_personal')
})

test.each([
  '79161234567',
  '89161234567',
  '9161234567',
  '+7 (916) 123-45-67',
  '8.916.123.45.67',
  '9161234567!',
  'qwe9161234567',
  '9161234567Anna',
])('a password that is the own phone, or little more: %s', (password) => {
  expect(findWeakness(password, owner)).toBe('password_phone')
})

test.each([
  'k3v9x2mq',
  'correct horse',
  'tea-and-cherry-9',
  'demo-Chaevye-1',
  'Кот-в-сапогах-5',
  'мой дом у реки',
  'совсем другой пароль',
  'Tr0ub4dor&3',
  '89031112244-vesna-sneg',
  'длинная фраза '.repeat(14),
])('a password that is hard to guess: %s', (password) => {
  expect(findWeakness(password, owner)).toBeUndefined()
})
