import { expect, test } from 'vitest'
import { NewInvitation } from './admin/invitation.ts'
import { NewRestaurant, RestaurantChange } from './admin/restaurant.ts'
import { NewUser } from './invitation.ts'
import { ProfileChanges } from './profile.ts'

const name = 'Сад\u001b[2J'

test.each([
  ['a restaurant', NewRestaurant, { name, bank: 'Т-Банк' }, 'name'],
  ['its bank', NewRestaurant, { name: 'Сад', bank: 'Т-Банк\nСад' }, 'bank'],
  ['a restaurant that is renamed', RestaurantChange, { name }, 'name'],
  ['an invited person', NewInvitation, { phone: '+79001234567', name }, 'name'],
  ['a person who registers', NewUser, { name }, 'name'],
  ['a person, the first one', ProfileChanges, { first_name: name }, 'first_name'],
  ['a person, the last one', ProfileChanges, { last_name: 'Ким\tКим' }, 'last_name'],
])('the name of %s has no control characters', (_, schema, value, field) => {
  const issues = schema.safeParse(value).error?.issues ?? []
  const ofName = issues.filter(({ path }) => path[0] === field)
  expect(ofName).toMatchObject([{ code: 'custom', params: { code: 'control_character' } }])
})
