import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withLabel } from '../rule.ts'

type Rule = Parameters<ReturnType<typeof z.any>['check']>[0]

/** What keeps a rule, what breaks it, and what a field «Поле» then says in each language. */
type Row = { rule: Rule; good: readonly unknown[]; bad: readonly unknown[]; ru: string; en: string }

/** Kept by every rule but `required`. */
export const untyped = ['', null, undefined]

export function testRules(rows: Record<string, Row>): void {
  afterEach(() => {
    document.documentElement.lang = ''
  })

  describe.each(Object.entries(rows))('%s', (_, { rule, good, bad, ru, en }) => {
    test.for(good)('is kept by %j', (value) => {
      expect(messagesOf(rule, value)).toEqual([])
    })

    test.for(bad)('is broken by %j, told in Russian and in English', (value) => {
      expect(messagesOf(rule, value)).toEqual([ru])
      document.documentElement.lang = 'en'
      expect(messagesOf(rule, value)).toEqual([en])
    })
  })
}

export function messagesOf(rule: Rule, value: unknown): string[] {
  const { error } = z.any().check(rule).safeParse(value)
  return error?.issues.map(({ message }) => withLabel(message, 'Поле').replaceAll('\u00A0', ' ')) ?? []
}
