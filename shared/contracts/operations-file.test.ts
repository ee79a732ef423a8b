import { expect, test } from 'vitest'
import { asciiFileName, operationsFileName } from './operations-file.ts'

const today = '2026-11-22'
const week = { from: '2026-11-16', to: '2026-11-22' }

// spec: 2.70
test.each([
  [
    { restaurant: 'Берёзка', ...week },
    'Операции Берёзка 16.11.2026–22.11.2026.csv',
    'operations-16.11.2026-22.11.2026.csv',
  ],
  [{ restaurant: 'Берёзка' }, 'Операции Берёзка по 22.11.2026.csv', 'operations-22.11.2026.csv'],
  [{ ...week, type: 'tip' }, 'Чаевые 16.11.2026–22.11.2026.csv', 'tips-16.11.2026-22.11.2026.csv'],
  [
    { from: '2026-11-20', to: '2026-11-20', type: 'payout' },
    'Выводы 20.11.2026.csv',
    'payouts-20.11.2026-20.11.2026.csv',
  ],
  [
    { from: '2026-11-16', type: 'transfer' },
    'Переводы 16.11.2026–22.11.2026.csv',
    'transfers-16.11.2026-22.11.2026.csv',
  ],
  [{ to: '2026-11-16' }, 'Операции по 16.11.2026.csv', 'operations-16.11.2026.csv'],
  // Removes characters that a system rejects, that lead out of the folder, or that hide the extension.
  [
    { restaurant: 'Кафе "У/моря" \\ бар: *?<>|\n\u202Evsc.' },
    'Операции Кафе У моря бар vsc. по 22.11.2026.csv',
    'operations-22.11.2026.csv',
  ],
  // 60 code units of the restaurant's name, and no half of an emoji.
  [{ restaurant: `${'К'.repeat(59)}🍕` }, `Операции ${'К'.repeat(59)} по 22.11.2026.csv`, 'operations-22.11.2026.csv'],
  [
    { restaurant: `${'К'.repeat(58)}🍕!` },
    `Операции ${'К'.repeat(58)}🍕 по 22.11.2026.csv`,
    'operations-22.11.2026.csv',
  ],
] as const)('%o → %s', (file, name, ascii) => {
  expect(operationsFileName({ ...file, today })).toBe(name)
  expect(asciiFileName({ ...file, today })).toBe(ascii)
})
