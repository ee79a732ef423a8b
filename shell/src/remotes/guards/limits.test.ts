import { getProfile } from '@portal/contracts/profile'
import { call } from '@portal/shared/http/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { limitConsole, MAX_LINES } from './console-flood.ts'
import { guardConsole } from './console-lines.ts'
import { limitNavigations } from './navigation-loop.ts'
import { watchNavigations } from './navigations.ts'
import { sectionOpened } from './opened-sections.ts'
import { limitRequests, MAX_CALLS } from './requests.ts'
import { lastVerdict, verdictSince } from './verdicts.ts'

let remote: string | undefined
// Only a browser has the stack of a release.
vi.mock('./calling-remote.ts', () => ({ callingRemote: () => remote, nearestRemote: () => remote }))

const names: unknown[] = []
let close = () => {}
beforeEach(() => {
  names.length = 0
  window.portal = {
    ...fakeEarlyPortal(),
    note: (note) => names.push('error' in note && (note.error as Error).name),
  }
  close = sectionOpened('mfe-tips')
})
afterEach(() => {
  close()
  remote = undefined
  vi.unstubAllGlobals()
})

test('rejects the calls of a section above the limit, and those of the next one only above its own', async () => {
  let sent = 0
  vi.stubGlobal('fetch', async () => {
    sent += 1
    return Response.json({ code: 'not_found', message: '' }, { status: 404 })
  })
  limitRequests()
  const send = () => call(getProfile, {}).catch(({ problem }) => problem)
  for (let count = 1; count <= MAX_CALLS; count += 1) await send()
  expect(await send()).toMatchObject({ code: 'rate_limited', message: 'mfe-tips makes more than 240 calls a minute' })
  expect([sent, names]).toEqual([MAX_CALLS, ['RequestFlood']])
  close()
  close = sectionOpened('mfe-settings')
  expect(await send()).toMatchObject({ code: 'not_found' })
})

test('reports a flood of calls once, and the next one again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: '' }, { status: 404 }))
  limitRequests()
  const flood = async () => {
    for (let count = 1; count <= MAX_CALLS + 3; count += 1) await call(getProfile, {}).catch(() => {})
  }
  await flood()
  expect(names).toEqual(['RequestFlood'])
  vi.advanceTimersByTime(60_001)
  await flood()
  expect(names).toEqual(['RequestFlood', 'RequestFlood'])
  close()
  close = sectionOpened('mfe-settings')
  await flood()
  expect(names).toEqual(['RequestFlood', 'RequestFlood', 'RequestFlood'])
  vi.useRealTimers()
})

test('rejects the calls of the remote that makes too many, and not those of the page that it fills a slot of', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'not_found', message: '' }, { status: 404 }))
  limitRequests()
  const closeFiller = sectionOpened('mfe-payouts')
  remote = 'mfe-payouts'
  const send = () => call(getProfile, {}).catch(({ problem }) => problem)
  for (let count = 1; count <= MAX_CALLS; count += 1) await send()
  expect(await send()).toMatchObject({ message: 'mfe-payouts makes more than 240 calls a minute' })
  remote = undefined
  expect(await send()).toMatchObject({ code: 'not_found' })
  closeFiller()
})

function navigate(realm: { navigation: EventTarget }, sameDocument: boolean): boolean {
  const event = new Event('navigate', { cancelable: true })
  Object.assign(event, { hashChange: false, downloadRequest: null, destination: { sameDocument } })
  return realm.navigation.dispatchEvent(event)
}

test('ends a section that navigates again and again', () => {
  const realm = { navigation: new EventTarget(), navigator: {} }
  limitNavigations(realm as never)
  const since = lastVerdict()
  for (let count = 1; count <= 60; count += 1) navigate(realm, true)
  expect(verdictSince('mfe-tips', since)).toBeUndefined()
  navigate(realm, true)
  expect(verdictSince('mfe-tips', since)?.name).toBe('NavigationLoop')
})

test('lets a remote replace the document only after the user has done something in it', () => {
  const userActivation = { hasBeenActive: false }
  const realm = { navigation: new EventTarget(), navigator: { userActivation } }
  watchNavigations(realm as never)
  expect(navigate(realm, false)).toBe(true)
  remote = 'mfe-tips'
  expect(navigate(realm, false)).toBe(false)
  expect(names).toEqual(['LeavesPage'])
  userActivation.hasBeenActive = true
  expect(navigate(realm, false)).toBe(true)
})

test('leaves out lines of the console above the limit, until the next second', () => {
  vi.useFakeTimers()
  const written: unknown[] = []
  const console = { info: (line: unknown) => written.push(line), count: () => {} }
  guardConsole({ console })
  limitConsole()
  for (let line = 0; line < 2 * MAX_LINES; line += 1) console.info(line)
  expect([written.length, names]).toEqual([MAX_LINES, ['ConsoleFlood']])
  vi.advanceTimersByTime(1_001)
  console.info('later')
  expect(written.at(-1)).toBe('later')
  vi.useRealTimers()
})
