import { expect, test } from 'vitest'
import { storeDraft, storedDraft } from './profile-draft.ts'

test.each([{ first_name: '' }, { tags: [], goal_amount: null }, { about: 'я'.repeat(300), goal_amount: 0 }])(
  'the draft %j is there after a reload',
  (draft) => {
    storeDraft('anna', draft)
    expect(storedDraft('anna')).toEqual(draft)
  },
)

test.each(['{"tags":5}', '{"first_name":null}', '{"photo_url":{}}', '[null]', '['])(
  'the stored %s is no draft',
  (stored) => {
    sessionStorage.setItem('chaevye:profile-draft:anna', stored)
    expect(storedDraft('anna')).toEqual({})
  },
)
