import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'

const notes: { error?: Error; release?: unknown }[] = []
/** What a press in the middle of the menu would reach; undefined: its link. */
let over: Element | undefined
let guards: typeof import('./opened-sections.ts') & typeof import('./verdicts.ts') & typeof import('./responding.ts')

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  vi.resetModules()
  notes.length = 0
  over = undefined
  document.body.innerHTML =
    '<div id="root"><header data-frame><button aria-expanded="false">Меню</button></header><main id="content"></main></div>'
  const button = document.querySelector('button') as HTMLElement
  vi.spyOn(button, 'getClientRects').mockReturnValue([{}] as never)
  Object.assign(document, { elementFromPoint: () => (over?.isConnected ? over : button) })
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], configurable: true, writable: true })
  window.portal = { ...fakeEarlyPortal(), note: (note) => notes.push(note as never) }
  const { watch } = await import('./watchdog.ts')
  guards = {
    ...(await import('./opened-sections.ts')),
    ...(await import('./verdicts.ts')),
    ...(await import('./responding.ts')),
  }
  watch()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const names = () => notes.map(({ error }) => error?.name)
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

function cover(): HTMLElement {
  const veil = document.createElement('div')
  document.body.append(veil)
  over = veil
  return veil
}

test('removes what covers the menu, and reports the remote once', async () => {
  guards.sectionOpened('mfe-tips')
  const veil = cover()
  await pass(1)
  expect(veil.isConnected).toBe(true)
  await pass(1)
  expect(veil.isConnected).toBe(false)
  expect(notes).toMatchObject([{ error: { name: 'MenuCovered' }, release: { remote: 'mfe-tips' } }])
  cover()
  await pass(2)
  expect(names()).toEqual(['MenuCovered'])
})

test.each(['data-base-ui-portal', 'data-opening'])('leaves an overlay of the portal: %s', async (attribute) => {
  guards.sectionOpened('mfe-tips')
  const veil = cover()
  veil.setAttribute(attribute, '')
  veil.innerHTML = '<div></div>'
  await pass(10)
  expect(veil.isConnected).toBe(true)
  expect(notes).toEqual([])
})

test('leaves the errors that a development server shows', async () => {
  guards.sectionOpened('mfe-tips')
  const shown = cover()
  const errors = document.createElement('dev-overlay')
  errors.popover = 'manual'
  shown.append(errors)
  await pass(10)
  expect(errors.popover).toBe('manual')
  expect(notes).toEqual([])
})

test('puts the root back, and shows what a section has hidden', async () => {
  guards.sectionOpened('mfe-tips')
  const root = document.getElementById('root') as HTMLElement
  over = document.documentElement
  document.body.style.display = 'none'
  document.documentElement.inert = true
  root.remove()
  await pass(2)
  expect(root.isConnected).toBe(true)
  expect(document.body.style.display).toBe('')
  expect(document.documentElement.hasAttribute('inert')).toBe(false)
})

test('ends a section that covers the menu three times', async () => {
  guards.sectionOpened('mfe-tips')
  for (const verdict of [undefined, undefined, { name: 'MenuCovered' }]) {
    cover()
    await pass(2)
    expect(guards.verdictSince('mfe-tips', 0)?.name).toBe(verdict?.name)
  }
})

test('ends a section that it cannot repair, and then begins another page without its release', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  guards.releaseStarts('mfe-tips', '1')
  guards.sectionOpened('mfe-tips')
  over = document.documentElement
  await pass(2)
  expect(guards.verdictSince('mfe-tips', 0)).toMatchObject({ name: 'MenuCovered' })
  expect(reload).not.toHaveBeenCalled()
  guards.releaseStarts('mfe-tips', '0')
  await pass(2)
  expect(reload).toHaveBeenCalledTimes(1)
  const isStopped = (version: string) => guards.stoppedResponding('mfe-tips', version, () => {})
  expect([isStopped('1'), isStopped('0')]).toEqual([true, false])
})

test('begins another page at once where nothing of the page is left', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  guards.sectionOpened('mfe-tips')
  document.getElementById('root')?.replaceChildren()
  await pass(2)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('removes what a section has left around the root when it ends', async () => {
  const close = guards.sectionOpened('mfe-tips')
  document.documentElement.style.overflow = 'hidden'
  document.body.append(document.createElement('aside'))
  document.documentElement.dir = 'rtl'
  const content = document.getElementById('content') as HTMLElement
  content.hidden = true
  content.style.opacity = '0'
  const next = Object.assign(document.createElement('section'), { __reactFiber$1: {} })
  content.append(document.createElement('div'), next)
  close()
  await pass(1)
  expect(document.documentElement.style.overflow).toBe('')
  expect([document.documentElement.dir, content.hidden, content.style.opacity]).toEqual(['', false, ''])
  expect(document.body.children).toHaveLength(1)
  expect([...content.children]).toEqual([next])
})

/** An animation that stays after its end, as `element.animate(…, { fill: 'forwards' })` begins. */
function animate(element: Element, more = {}): { cancel: () => void } {
  let animations = [{ cancel: () => (animations = []), ...more }]
  Object.assign(element, { getAnimations: () => animations })
  return animations[0] as (typeof animations)[0]
}

test('cancels what a section has animated when it ends, and leaves the animations of stylesheets', async () => {
  const close = guards.sectionOpened('mfe-tips')
  const [content, header] = [document.getElementById('content'), document.querySelector('header')] as HTMLElement[]
  if (!content || !header) throw new Error('The page has no content')
  animate(content)
  animate(document.body)
  animate(header, { transitionProperty: 'opacity' })
  header.setAttribute('aria-hidden', 'true')
  close()
  await pass(1)
  expect([content, document.body, header].map((element) => element.getAnimations().length)).toEqual([0, 0, 1])
  expect(header.hasAttribute('aria-hidden')).toBe(false)
})

test.each<[string, (root: HTMLElement, other: HTMLElement) => void]>([
  [
    'wrapped by a section',
    (root, other) => {
      root.replaceWith(other)
      other.append(root)
    },
  ],
  ['moved out of the body', (root) => document.documentElement.append(root)],
  ['preceded by another one', (_, other) => document.body.prepend(Object.assign(other, { id: 'root' }))],
])('leaves the root alone in the body when it was %s', async (_, harm) => {
  const close = guards.sectionOpened('mfe-tips')
  const root = document.getElementById('root') as HTMLElement
  harm(root, document.createElement('div'))
  close()
  await pass(1)
  expect([...document.body.children]).toEqual([root])
})

test('leaves the root in another body that a section has made', async () => {
  const close = guards.sectionOpened('mfe-tips')
  const [root, { body }] = [document.getElementById('root') as HTMLElement, document]
  const other = document.createElement('body')
  body.replaceWith(other)
  other.append(...body.childNodes)
  close()
  await pass(1)
  expect(root.parentElement).toBe(other)
  other.replaceWith(body)
})

const harms: Record<string, (button: HTMLElement) => void> = {
  'is transparent': (button) => {
    button.checkVisibility = () => !document.body.style.opacity
    document.body.style.opacity = '0'
  },
  'can be edited': (button) => {
    const isContentEditable = () => document.designMode === 'on'
    Object.defineProperty(button, 'isContentEditable', { get: isContentEditable })
    document.designMode = 'on'
  },
  'is hidden from screen readers': () => document.getElementById('root')?.setAttribute('aria-hidden', 'true'),
  'is out of the window by a style': (button) => {
    button.getBoundingClientRect = () => new DOMRect(document.body.style.left ? -9_999 : 0, 0, 10, 10)
    document.body.style.left = '-9999px'
  },
  'is out of the window by an animation': (button) => {
    animate(document.body)
    button.getBoundingClientRect = () => new DOMRect(document.body.getAnimations().length > 0 ? -9_999 : 0, 0, 10, 10)
  },
}

test.each(Object.entries(harms))('repairs a menu that %s', async (_, harm) => {
  const button = document.querySelector('button') as HTMLElement
  guards.sectionOpened('mfe-tips')
  harm(button)
  await pass(2)
  expect(names()).toEqual(['MenuCovered'])
  await pass(10)
  expect(guards.verdictSince('mfe-tips', 0)).toBeUndefined()
})

test('leaves a menu alone that its user has scrolled out of the window', async () => {
  const button = document.querySelector('button') as HTMLElement
  guards.sectionOpened('mfe-tips')
  button.getBoundingClientRect = () => new DOMRect(0, -9_999, 10, 10)
  await pass(10)
  expect(names()).toEqual([])
})

test.each([
  '',
  '<a href="/">Чаевые</a>',
  '<a href="/">Чаевые</a><a href="#">Вывод</a>',
  '<a href="/">Чаевые</a><a href="/out"></a>',
])(
  'ends a section when the menu has other links than the shell renders, or one without its text: %s',
  async (links) => {
    const menu = (html: string) => `<nav data-links="/ /out">${html}</nav>`
    const header = document.querySelector('header') as HTMLElement
    header.innerHTML = menu('<a href="/">Чаевые</a><a href="/out">Вывод</a>')
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never)
    Object.assign(document, { elementFromPoint: () => header })
    guards.sectionOpened('mfe-tips')
    await pass(10)
    expect(names()).toEqual([])
    header.innerHTML = menu(links)
    await pass(2)
    expect(guards.verdictSince('mfe-tips', 0)?.name).toBe('MenuCovered')
  },
)

test('looks at nothing while no section is open', async () => {
  cover()
  await pass(10)
  expect(notes).toEqual([])
})
