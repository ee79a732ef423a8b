import { ApiError } from '@portal/shared/http/api-error'
import { expect, test } from 'vitest'
import { failureText, tooOften } from './failure-text.ts'
import { supportCode } from './support-code.ts'

function failure(status: number, code: string, data: object = {}) {
  return new ApiError(status, { code, message: code, ...data })
}

test.each([
  [failure(0, 'offline'), 'Нет соединения с интернетом'],
  [failure(0, 'timeout'), 'Портал долго не отвечает. Попробуйте ещё раз.'],
  [failure(401, 'unauthorized'), 'Сеанс закончился. Войдите ещё раз.'],
  [failure(403, 'forbidden'), 'Доступ запрещен'],
  [failure(422, 'unheard_of'), 'Проверьте, что введено, и попробуйте ещё раз.'],
  [failure(429, 'too_often', { retry_after: 42 }), 'Слишком много попыток. Повторите через 42\u00A0секунды'],
  [failure(429, 'login_locked', { retry_after: 900 }), 'Слишком много попыток. Повторите через 15\u00A0минут'],
  [
    failure(429, 'too_many_requests', { retry_after: 1 }),
    'Портал сейчас перегружен. Ничего не потеряно, повторите через 1\u00A0секунду.',
  ],
  [
    failure(503, 'overloaded', { retry_after: 2 }),
    'Портал сейчас перегружен. Ничего не потеряно, повторите через 2\u00A0секунды.',
  ],
  [failure(502, 'bad_gateway'), 'Портал временно не работает. Попробуйте через минуту.'],
  [
    failure(503, 'database_failover', { retry_after: 3 }),
    'У нас небольшая заминка. Ничего не потеряно, повторите через 3\u00A0секунды.',
  ],
  [failure(503, 'database_unavailable'), 'Портал временно не работает. Попробуйте через минуту.'],
])('%s', (error, text) => {
  expect(failureText(error)).toBe(text)
})

test('prefers a screen’s own text for a code, which may use the data of the problem', () => {
  expect(failureText(failure(401, 'invalid_credentials'), { invalid_credentials: 'Неверный телефон или пароль' })).toBe(
    'Неверный телефон или пароль',
  )
  expect(
    failureText(failure(422, 'limit', { attempts_left: 3 }), { limit: ({ attempts_left }) => `Ещё ${attempts_left}` }),
  ).toBe('Ещё 3')
})

// spec: 10.9
test.each([
  [undefined, '1\u00A0минуту'],
  [1, '1\u00A0секунду'],
  [59, '59\u00A0секунд'],
  [60, '1\u00A0минуту'],
  [61, '2\u00A0минуты'],
  [900, '15\u00A0минут'],
])('tooOften: %s seconds → %s', (retry_after, time) => {
  expect(tooOften({ retry_after })).toBe(`Слишком много попыток. Повторите через ${time}`)
})

test.each([
  [500, 'internal', '04629fa0'],
  [400, 'malformed', '04629fa0'],
  [0, 'timeout', '04629fa0'],
  [0, 'offline', undefined],
  [503, 'overloaded', undefined],
  [422, 'insufficient_funds', undefined],
])('the code for support of %i %s is %s', (status, code, shown) => {
  const error = new ApiError(status, { code, message: code }, '04629fa0-3894-4a32-ab55-c79161234567')
  expect(supportCode(error)).toBe(shown)
})
