import { expect, test } from 'vitest'
import type { LiveReleases } from '../../releases/live.ts'
import { shell, tips } from '../testing/portal.ts'
import { createForeseenReads } from './foreseen-reads.ts'

const liveWith = (version: string) =>
  ({ sequence: 1, shell, remotes: [{ name: 'mfe-tips', current: { ...tips, version } }] }) as unknown as LiveReleases
const live = liveWith('t1')
const [one, two] = ['0b9d2c2e-6f2a-4d5e-9c0a-1d1f3a1b2c3d', '7c1e4a52-3b0f-4c77-8a7e-5f6d7c8b9a0e']
const sessionAt = (id?: string) => ({ employees: id ? [{ id: 'e1', restaurant: { id } }] : [] })
const billingRead = (restId: string) => ({ path: '/user/billing', params: {}, query: { restId, page: 1 } })

const addressed = (url: string, route = url) => ({ route, url })

test('foresees for the restaurant of another user what a page of the same releases has read', () => {
  const { expectedReads, remember } = createForeseenReads()
  remember(live, addressed('/'), sessionAt(one), [billingRead(one)])
  expect(expectedReads(live, addressed('/'), sessionAt(two))).toEqual([billingRead(two)])
  expect(expectedReads(live, addressed('/'), sessionAt())).toEqual([])
  expect(expectedReads(live, addressed('/billing'), sessionAt(two))).toEqual([])
  expect(expectedReads(live, addressed('/?page=2', '/'), sessionAt(two))).toEqual([])
  expect(expectedReads(liveWith('t2'), addressed('/'), sessionAt(two))).toEqual([])
})

test('remembers neither what a user looks for, nor what names anything but the restaurant', () => {
  const { expectedReads, remember } = createForeseenReads()
  remember(live, addressed('/billing?search=Анна', '/billing'), sessionAt(one), [billingRead(one)])
  expect(expectedReads(live, addressed('/billing'), sessionAt(one))).toEqual([])
  remember(live, addressed('/'), sessionAt(one), [
    billingRead(one),
    { path: '/user/:id', params: { id: two }, query: {} },
  ])
  expect(expectedReads(live, addressed('/'), sessionAt(one))).toEqual([billingRead(one)])
})

test('remembers a route once, whatever ids its addresses have, and no read that names them', () => {
  const { expectedReads, remember } = createForeseenReads()
  remember(live, addressed('/'), sessionAt(one), [billingRead(one)])
  for (let id = 1_000; id < 2_000; id += 1) {
    const card = { path: '/cards/:id', params: { id: String(id) }, query: {} }
    remember(live, addressed(`/cards/${id}/edit`, '/cards/:id/edit'), sessionAt(one), [billingRead(one), card])
  }
  const written = addressed('/cards/%31%37/edit', '/cards/:id/edit')
  remember(live, written, sessionAt(one), [billingRead(one), { path: '/cards/:id', params: { id: '17' }, query: {} }])
  expect(expectedReads(live, addressed('/'), sessionAt(two))).toEqual([billingRead(two)])
  expect(expectedReads(live, addressed('/cards/5/edit', '/cards/:id/edit'), sessionAt(two))).toEqual([billingRead(two)])
})
