import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeSchema, schemaFile } from './generate-schema.ts'
import { createTestDatabase } from './testing/test-database.ts'

test('the types match the migrated tables', async () => {
  const { pool, drop } = await createTestDatabase()
  expect(await describeSchema(pool), 'run `npm run generate -- schema`').toBe(await readFile(schemaFile, 'utf8'))
  await drop()
})
