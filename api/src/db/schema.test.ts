import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeSchema, schemaFile } from './generate-schema.ts'
import { testDatabase } from './testing/test-database.ts'

test('the types match the migrated tables', async () => {
  const { pool, drop } = await testDatabase()
  expect(await describeSchema(pool), 'run `npm run generate -- schema`').toBe(await readFile(schemaFile, 'utf8'))
  await drop()
})
