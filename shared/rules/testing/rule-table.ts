import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withLabel } from '../rule.ts'

type Rule = Parameters<ReturnType<typeof z.any>['check']>[0]

/** Valid and invalid values of a rule, and the error of a field «Поле» in each language. */
type Row = { rule: Rule; good: readonly unknown[]; bad: readonly unknown[]; ru: string; en: string }

/** Empty values, which every rule but `required` accepts. */
export const untyped = ['', null, undefined]

export function testRules(rows: Record<string, Row>): void {
  afterEach(() => {
    document.documentElement.lang = ''
  })

  describe.each(Object.entries(rows))('%s', (_, { rule, good, bad, ru, en }) => {
    test.for(good)('accepts %j', (value) => {
      expect(errorMessages(rule, value)).toEqual([])
    })

    test.for(bad)('rejects %j with a text in Russian and in English', (value) => {
      expect(errorMessages(rule, value)).toEqual([ru])
      document.documentElement.lang = 'en'
      expect(errorMessages(rule, value)).toEqual([en])
    })
  })
}

export function errorMessages(rule: Rule, value: unknown): string[] {
  const { error } = z.any().check(rule).safeParse(value)
  return error?.issues.map(({ message }) => withLabel(message, 'Поле').replaceAll('\u00A0', ' ')) ?? []
}
