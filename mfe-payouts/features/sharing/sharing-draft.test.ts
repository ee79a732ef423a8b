import { expect, test } from 'vitest'
import { emptyDraft, storedSharingDraft, storeSharingDraft } from './sharing-draft.ts'

const draft = { ...emptyDraft, amount: 100, members: [{ id: 'boris', weight: '7,5' }] }

test('a draft survives a reload without its comment', () => {
  storeSharingDraft('anna', { ...draft, comment: 'За субботу' })
  expect(storedSharingDraft('anna')).toEqual(draft)
})

test.each(['{"way":"equal","members":[null]}', '{"way":"hours","members":[{"id":1,"weight":5}]}', '{"amount":"x"}'])(
  'the stored %s is no draft, and the form is empty',
  (stored) => {
    sessionStorage.setItem('chaevye:sharing-draft:anna', stored)
    expect(storedSharingDraft('anna')).toEqual(emptyDraft)
  },
)
