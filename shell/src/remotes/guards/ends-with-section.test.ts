import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'

let remote: string | undefined
// Only a browser has the stack of a release.
vi.mock('./calling-remote.ts', () => ({ callingRemote: () => remote }))

const { endWithSections } = await import('./ends-with-section.ts')
const { sectionOpened } = await import('./opened-sections.ts')

const calls: string[] = []
const call = (name: string) => () => void calls.push(name)
const as = <Result>(caller: string | undefined, run: () => Result): Result => {
  remote = caller
  try {
    return run()
  } finally {
    remote = undefined
  }
}
/** Each test is of another remote: what has ended stays so. */
let mfe: string

class FakeStream extends EventTarget {
  static open = new Set<FakeStream>()
  readyState = 1
  constructor() {
    super()
    FakeStream.open.add(this)
  }
  close() {
    FakeStream.open.delete(this)
  }
}

/** Of these tests' documents; `EventTarget` itself only inherits it. */
let prototype = EventTarget.prototype
while (!Object.hasOwn(prototype, 'addEventListener')) prototype = Object.getPrototypeOf(prototype)
const { addEventListener, removeEventListener } = prototype
beforeEach(({ task }) => {
  mfe = `mfe-${task.id}`
  calls.length = 0
  FakeStream.open.clear()
  document.body.innerHTML = '<div id="root"><aside data-frame><a>Чаевые</a></aside><main id="content"></main></div>'
  vi.useFakeTimers()
  for (const name of ['EventSource', 'WebSocket', 'BroadcastChannel']) vi.stubGlobal(name, class extends FakeStream {})
  vi.stubGlobal('EventTarget', { prototype })
  endWithSections(window)
})
afterEach(() => {
  Object.assign(prototype, { addEventListener, removeEventListener })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('ends the intervals of a remote with its section, and no others', () => {
  const close = sectionOpened(mfe)
  as(mfe, () => setInterval(call('remote'), 100))
  const own = setInterval(call('shell'), 100)
  vi.advanceTimersByTime(100)
  close()
  vi.advanceTimersByTime(100)
  expect(calls).toEqual(['remote', 'shell', 'shell'])
  as(mfe, () => setInterval(call('late'), 100))
  vi.advanceTimersByTime(100)
  expect(calls).not.toContain('late')
  clearInterval(own)
})

test('runs a pending timeout of a section that has ended, and none that it begins afterwards', () => {
  const close = sectionOpened(mfe)
  const turn = () => {
    calls.push('turn')
    as(mfe, () => setTimeout(turn, 100))
  }
  turn()
  close()
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual(['turn', 'turn'])
  sectionOpened(mfe)
  as(mfe, () => setTimeout(call('again'), 100))
  vi.advanceTimersByTime(100)
  expect(calls).toContain('again')
})

test('a remote with two sections in the page ends with the last of them', () => {
  const [first, second] = [sectionOpened(mfe), sectionOpened(mfe)]
  as(mfe, () => setInterval(call('remote'), 100))
  first()
  vi.advanceTimersByTime(100)
  second()
  vi.advanceTimersByTime(100)
  expect(calls).toEqual(['remote'])
})

test('closes the streams of a remote, and opens no more than four', () => {
  const close = sectionOpened(mfe)
  new EventSource('/shell')
  as(mfe, () => {
    for (let count = 1; count <= 4; count += 1) new EventSource('/')
    expect(() => new EventSource('/')).toThrow(`${mfe} may not use more than 4 EventSource`)
  })
  expect(FakeStream.open.size).toBe(5)
  close()
  expect(FakeStream.open.size).toBe(1)
})

test.each<[string, string, (stream: FakeStream) => void]>([
  ['the remote closes', 'EventSource', (stream) => stream.close()],
  ['the remote closes twice', 'BroadcastChannel', (stream) => [stream.close(), stream.close()]],
  ['the server closes', 'WebSocket', (stream) => dispatchState(stream, 3, 'close')],
  ['the browser gives up', 'EventSource', (stream) => dispatchState(stream, 2, 'error')],
])('a stream that %s is no longer one of the four', (_, name, end) => {
  const close = sectionOpened(mfe)
  const open = () => as(mfe, () => new (Reflect.get(window, name))() as FakeStream)
  for (let count = 1; count <= 3; count += 1) open()
  for (let count = 1; count <= 5; count += 1) end(open())
  open()
  expect(open).toThrow(`${mfe} may not use more than 4 ${name}`)
  close()
})

test('a stream that connects again is still one of the four', () => {
  const close = sectionOpened(mfe)
  const open = () => as(mfe, () => new EventSource('/')) as unknown as FakeStream
  for (let count = 1; count <= 4; count += 1) dispatchState(open(), 0, 'error')
  expect(open).toThrow(`${mfe} may not use more than 4 EventSource`)
  close()
  expect(FakeStream.open.size).toBe(0)
})

function dispatchState(stream: FakeStream, readyState: number, event: string): void {
  stream.readyState = readyState
  stream.dispatchEvent(new Event(event))
}

test('a listener of the page gets no event of the menu, keeps none from the shell, and ends with the section', () => {
  const close = sectionOpened(mfe)
  const swallow = (event: Event) => {
    calls.push(event.type)
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  as(mfe, () => {
    document.addEventListener('click', swallow, true)
    document.addEventListener('visibilitychange', swallow, true)
  })
  document.addEventListener('visibilitychange', call('shell'))

  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  document.querySelector('aside a')?.dispatchEvent(click)
  expect([click.defaultPrevented, calls]).toEqual([false, []])
  document.querySelector('main')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(calls).toEqual(['click', 'visibilitychange', 'shell'])

  close()
  calls.length = 0
  document.querySelector('main')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  expect(calls).toEqual([])
})

test('two listeners of remotes at one place of the page get the same event', () => {
  const close = sectionOpened(mfe)
  as(mfe, () => {
    document.addEventListener('selectionchange', call('first'))
    document.addEventListener('selectionchange', call('second'))
  })
  document.dispatchEvent(new Event('selectionchange'))
  expect(calls).toEqual(['first', 'second'])
  close()
})

test('takes no listener of a remote at the menu and at the navigations of the browser', () => {
  sectionOpened(mfe)
  const navigation = document.createElement('i')
  Object.assign(window, { navigation })
  const menu = document.querySelector('aside') as HTMLElement
  as(mfe, () => {
    navigation.addEventListener('navigate', call('navigate'))
    menu.addEventListener('click', call('click'))
  })
  navigation.dispatchEvent(new Event('navigate'))
  menu.dispatchEvent(new MouseEvent('click'))
  expect(calls).toEqual([])
  Reflect.deleteProperty(window, 'navigation')
})

test('a listener of the place of all sections ends with the section', () => {
  const close = sectionOpened(mfe)
  const content = document.querySelector('main') as HTMLElement
  as(mfe, () => content.addEventListener('click', call('click')))
  content.dispatchEvent(new MouseEvent('click'))
  close()
  content.dispatchEvent(new MouseEvent('click'))
  expect(calls).toEqual(['click'])
})

test('disconnects an observer that calls itself without an end, and with its section each', async () => {
  const notes: unknown[] = []
  window.portal = { ...fakeEarlyPortal(), note: (note) => notes.push(note) }
  const close = sectionOpened(mfe)
  const [one, other] = [document.createElement('div'), document.createElement('div')]
  as(mfe, () => {
    new MutationObserver(() => one.append('')).observe(one, { childList: true })
    new MutationObserver(call('other')).observe(other, { childList: true })
  })
  one.append('')
  other.append('')
  await vi.advanceTimersByTimeAsync(0)
  expect(notes).toMatchObject([{ error: { name: 'ObserverLoop' }, release: { remote: mfe } }])
  expect(calls).toEqual(['other'])
  close()
  other.append('')
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['other'])
})

test('removes a listener by the function that was added', () => {
  sectionOpened(mfe)
  const listener = call('heard')
  as(mfe, () => document.addEventListener('scroll', listener))
  document.removeEventListener('scroll', listener)
  document.dispatchEvent(new Event('scroll'))
  expect(calls).toEqual([])
})

test.each(['clearInterval', 'clearTimeout'] as const)(
  'an interval that a remote ends by %s is not ended again',
  (name) => {
    const close = sectionOpened(mfe)
    const original = window[name]
    for (const method of ['clearInterval', 'clearTimeout'] as const) {
      vi.stubGlobal(method, (id: number) => {
        calls.push(method)
        original(id)
      })
    }
    endWithSections(window)
    as(mfe, () => {
      window[name](setInterval(call('one'), 100))
      setInterval(call('other'), 100)
    })
    expect(calls).toEqual([name])
    close()
    expect(calls).toEqual([name, 'clearInterval'])
  },
)

test('an observer that a remote disconnects is not disconnected again, unless it observes again', async () => {
  vi.stubGlobal(
    'MutationObserver',
    class extends MutationObserver {
      override disconnect() {
        calls.push('disconnect')
        super.disconnect()
      }
    },
  )
  endWithSections(window)
  const close = sectionOpened(mfe)
  const observed = document.createElement('div')
  const [ended, other] = as(
    mfe,
    () => [new MutationObserver(call('ended')), new MutationObserver(call('other'))] as const,
  )
  for (const observer of [ended, other]) observer.observe(observed, { childList: true })
  for (const observer of [ended, other]) observer.disconnect()
  other.observe(observed, { childList: true })
  other.observe(observed, { attributes: true, childList: true })
  calls.length = 0
  close()
  expect(calls).toEqual(['disconnect'])
  observed.append('')
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual(['disconnect'])
})

test('a listener that a remote has removed is not removed again, which could end that of another remote', () => {
  const close = sectionOpened(mfe)
  const closeOther = sectionOpened(`${mfe}-other`)
  const listener = call('heard')
  for (const capture of [true, false]) {
    as(mfe, () => document.addEventListener('scroll', listener, capture))
    document.removeEventListener('scroll', listener, { capture })
    as(`${mfe}-other`, () => document.addEventListener('scroll', listener, { capture }))
  }
  close()
  document.dispatchEvent(new Event('scroll'))
  expect(calls).toEqual(['heard', 'heard'])
  closeOther()
  document.dispatchEvent(new Event('scroll'))
  expect(calls).toEqual(['heard', 'heard'])
})

test('a listener that a remote has added twice is removed once', () => {
  const close = sectionOpened(mfe)
  const content = document.querySelector('main') as HTMLElement
  const remove = content.removeEventListener
  content.removeEventListener = (...args: unknown[]) => {
    calls.push('removed')
    remove.apply(content, args as Parameters<typeof remove>)
  }
  const listener = call('heard')
  as(mfe, () => {
    for (const type of ['click', 'scroll', 'click']) content.addEventListener(type, listener)
  })
  close()
  expect(calls).toEqual(['removed', 'removed'])
  content.dispatchEvent(new Event('click'))
  expect(calls).toEqual(['removed', 'removed'])
})
