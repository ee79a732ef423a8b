import * as zod from '@portal/shared/zod'
import { expect, test } from 'vitest'
import { lazySchemas } from './lazy-schemas.ts'

const z = lazySchemas(zod) as typeof zod

const Person = z.object({
  name: z.string().check(z.minLength(2), z.regex(/^\p{L}+$/u)),
  born: z.optional(z.iso.date()),
})
const Team = z.extend(z.strictObject({ people: z.array(Person).check(z.minLength(1)) }), { size: z.coerce.number() })
const Order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily'), hour: z.int().check(z.refine((hour) => hour < 24)) }),
  z.object({ kind: z.enum(['once', 'never']) }),
])

test.each([
  [Person, { name: 'Анна', born: '2000-01-31' }, true],
  [Person, { name: 'А' }, false],
  [Person, { name: 'Анна', born: '31.01.2000' }, false],
  [Team, { people: [{ name: 'Анна' }], size: '1' }, true],
  [Team, { people: [], size: 0 }, false],
  [Team, { people: [{ name: 'Анна' }], size: 1, other: 1 }, false],
  [Order, { kind: 'daily', hour: 23 }, true],
  [Order, { kind: 'daily', hour: 24 }, false],
  [Order, { kind: 'once' }, true],
  [Order, { kind: 'weekly' }, false],
])('a schema that is built late accepts and rejects as zod does', (schema, value, isValid) => {
  expect(schema.safeParse(value).success).toBe(isValid)
})

test('a schema is built when it is first used, and once', () => {
  const built: unknown[] = []
  const late = lazySchemas({ object: (shape: object) => built.push(shape) && { shape } }) as typeof zod
  const schema = late.object({})
  expect(built).toEqual([])
  expect('shape' in schema).toBe(true)
  expect(schema.shape).toEqual({})
  expect(built).toEqual([{}])
})
