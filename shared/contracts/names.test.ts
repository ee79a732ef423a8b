import { expect, test } from 'vitest'
import { NewInvitation } from './admin/invitation.ts'
import { Reason } from './admin/reason.ts'
import { NewRestaurant, RestaurantChange } from './admin/restaurant.ts'
import { TipAdjustment, TipEvent } from './ingest.ts'
import { NewUser } from './invitation.ts'
import { NewPayout } from './new-payout.ts'
import { PasskeyLabel } from './passkey.ts'
import { MethodLabel } from './payout-method.ts'
import { ProfileChanges } from './profile.ts'
import { isolated, tidyLines, tidyText } from './tidy-text.ts'

type Parsed = {
  data?: unknown
  error?: { issues: { path: PropertyKey[]; code: string; params?: Record<string, unknown> | undefined }[] }
}
type Reader = (text: string) => Parsed
const tips = (comment: string) => [
  { external_id: 'x', employee_id: 'x', amount: 1, paid_at: '2026-11-20T10:00:00Z', comment },
]

const names: Record<string, Reader> = {
  'an invited person': (name) => NewInvitation.safeParse({ phone: '+79001234567', name }),
  'a person who registers': (name) => NewUser.safeParse({ name }),
}
const partsOfNames: Record<string, Reader> = {
  'the first name': (first_name) => ProfileChanges.safeParse({ first_name }),
  'the last name': (last_name) => ProfileChanges.safeParse({ last_name }),
}
const titles: Record<string, Reader> = {
  'a restaurant': (name) => NewRestaurant.safeParse({ name, bank: 'Т-Банк' }),
  'a restaurant that is renamed': (name) => RestaurantChange.safeParse({ name }),
  'the bank of a restaurant': (bank) => NewRestaurant.safeParse({ name: 'Сад', bank }),
}
const labels: Record<string, Reader> = {
  'a goal': (name) => ProfileChanges.safeParse({ goal: { name, amount: 1000 } }),
  'a passkey': (label) => PasskeyLabel.safeParse(label),
  'a card or phone': (label) => MethodLabel.safeParse(label),
}
const messages: Record<string, Reader> = {
  'about oneself': (about) => ProfileChanges.safeParse({ about }),
  'the comment of an order': (comment) =>
    NewPayout.safeParse({ kind: 'payout', rest_id: 'x', binding_id: 'x', amount: 100, code: '123456', comment }),
  'the reason of an operator': (reason) => Reason.safeParse(reason),
}
const guests: Record<string, Reader> = {
  'the comment of a guest': (comment) => TipEvent.safeParse({ type: 'tips.booked', data: { tips: tips(comment) } }),
  'the reason of an adjustment': (reason) =>
    TipAdjustment.safeParse({ external_id: 'x', tip: 'x', kind: 'correction', change: 1, reason }),
}
const all = { ...names, ...partsOfNames, ...titles, ...labels, ...messages, ...guests }

/** Returns the codes of what is wrong with the text; the rest of the data is valid. */
function faults(read: Reader, text: string): string[] {
  const issues = read(text).error?.issues ?? []
  return issues
    .filter(({ path }) => !['phone_number', 'code', 'password', 'consents'].includes(String(path[0])))
    .map(({ code, params }) => String(params?.code ?? code))
}

test.each(Object.entries({ ...names, ...partsOfNames, ...titles }))(
  'the name of %s has no control characters',
  (_, read) => {
    for (const text of ['Сад\u001b[2', 'Т-Банк\nСад', 'Ким\tКим', 'Ким\u2028Ким']) {
      expect(faults(read, text)).toEqual(['control_character'])
    }
  },
)

test.each(Object.keys(all))('%s is stored in one form, without what is invisible', (name) => {
  const stored = JSON.stringify(all[name]?.('\u202eСергеи\u200b\u0306\u00a0👩‍🍳\u3164\u00ad ').data)
  // Data that a schema cannot parse as a whole has no result.
  if (name === 'a person who registers') expect(faults(names[name] as Reader, '\u202eСергеи\u0306')).toEqual([])
  else expect(stored).toContain('"Сергей 👩‍🍳"')
})

test.each(['\u200b', '\u3164', '\u115f\u1160', '\u2800', '\u202e\u202c', '\ufeff \u00ad'])(
  'a name of %j is empty',
  (text) => {
    for (const read of Object.values({ ...names, ...titles })) expect(faults(read, text)).toContain('too_small')
    expect(faults(partsOfNames['the first name'] as Reader, text)).toEqual(['too_small'])
  },
)

test.each(Object.keys({ ...names, ...partsOfNames, ...titles, ...labels, ...messages }))(
  '%s has no piles of accents',
  (name) => {
    expect(faults(all[name] as Reader, `А${'\u0335'.repeat(4)}нна`)).toEqual(['pile_of_marks'])
    expect(faults(all[name] as Reader, 'А\u0335\u0336\u0301нна')).toEqual([])
  },
)

test.each([
  ['Анна Смирнова', []],
  ['Anna-Maria O’Connor', []],
  ['Әлия Қанатқызы', []],
  ['გია ბერიძე', []],
  ['محمد علي', []],
  ['Анна 2', []],
  ['Анна 🌸', []],
  ['12', ['no_letter']],
  ['🌸', ['no_letter']],
  ['Bepa Hoвикова', ['mixed_scripts']],
  ['Bepa Новикова', ['mixed_scripts']],
  ['Αнна', ['mixed_scripts']],
  ['3оя', ['mixed_scripts']],
  ['Ꭺнна', ['mixed_scripts']],
  ['Анна2', ['mixed_scripts']],
  ['Мар’яна, Марʼяна', []],
  ['Bepa', ['lookalike']],
  ['Ｂepa', ['lookalike']],
  ['𝐁𝐞𝐩𝐚', ['lookalike']],
  ['KATEP A.', ['lookalike']],
  ['Bépà', ['lookalike']],
  ['Bᴇᴘᴀ', ['lookalike']],
  ['ΒΕΡΑ', ['lookalike']],
  ['Άννα', []],
  ['Официант №2', []],
  ['Brian Cox', []],
])('of the person’s name %j these are wrong: %j', (name, wrong) => {
  for (const read of Object.values(names)) expect(faults(read, name)).toEqual(wrong)
})

test.each([
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿🇷🇺1️⃣☕️👩🏽‍❤️‍💋‍👨🏻', '🏴󠁧󠁢󠁥󠁮󠁧󠁿🇷🇺1️⃣☕️👩🏽‍❤️‍💋‍👨🏻'],
  ['☕\u{E0041}\u{E0042}', '☕'],
  ['а\u200dб\ufe0f', 'аб'],
  ['½ и ①', '½ и ①'],
])('%j → %j', (text, tidy) => {
  expect(tidyText(text)).toBe(tidy)
})

test.each([
  ['محمد علي', '\u2068محمد علي\u2069'],
  ['דנה', '\u2068דנה\u2069'],
  ['𞤀𞤣𞤤𞤢𞤥', '\u2068𞤀𞤣𞤤𞤢𞤥\u2069'],
  ['Анна Смирнова', 'Анна Смирнова'],
])('%j is %j beside other words', (name, shown) => {
  expect(isolated(name)).toBe(shown)
})

test('a text of several lines keeps its lines', () => {
  expect(tidyLines(' раз\r\nдва\u2028три\t\u0007четыре\n')).toBe('раз\nдва\nтри\tчетыре')
})
