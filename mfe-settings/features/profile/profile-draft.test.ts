import { expect, test } from 'vitest'
import { readDraft, writeDraft } from './profile-draft.ts'

test.each([{ first_name: '' }, { tags: [], goal_amount: null }, { about: 'я'.repeat(300), goal_amount: 0 }])(
  'the draft %j is kept through a reload',
  (draft) => {
    writeDraft('anna', draft)
    expect(readDraft('anna')).toEqual(draft)
  },
)

test.each(['{"tags":5}', '{"first_name":null}', '{"photo_url":{}}', '[null]', '['])(
  'the stored %s is no draft',
  (stored) => {
    sessionStorage.setItem('chaevye:profile-draft:anna', stored)
    expect(readDraft('anna')).toEqual({})
  },
)
