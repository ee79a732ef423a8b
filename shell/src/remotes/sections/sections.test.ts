import { render, waitFor } from '@testing-library/react'
import { type ComponentType, createElement, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { nextStep, Sections, send } from './sections.ts'

const release = { remote: 'mfe-tips', version: 'new' }
const events = ['requested', 'started', 'htmlKept', 'failed', 'left'] as const

test.each([
  ['registered', ['loading', 'running', 'readable', 'failed', 'registered']],
  ['loading', ['loading', 'running', 'loading', 'failed', 'loading']],
  ['running', ['running', 'running', 'running', 'failed', 'running']],
  ['readable', ['readable', 'readable', 'readable', 'failed', 'failed']],
  ['failed', ['failed', 'failed', 'failed', 'failed', 'failed']],
] as const)(`an attempt that is %s becomes %j after ${events.join(', ')}`, (step, steps) => {
  expect(events.map((event) => nextStep(step, event))).toEqual(steps)
})

const Page: ComponentType = () => null
const loaded = { Component: Page, version: 'new', isFallback: false }
let notes: unknown[] = []

beforeEach(() => {
  notes = []
  window.portal = { ...fakeEarlyPortal(), note: (note: unknown) => notes.push(note) }
})

const neverLoads = () => new Promise<never>(() => {})
const isLast = () => false

test('code that was loaded ahead of time is rendered without a wait, and has started once it is rendered', () => {
  const load = vi.fn()
  const sections = new Sections(load, isLast)
  sections.setAhead('mfe-tips', '/', loaded)
  expect(sections.loadedRelease('mfe-tips', '/')).toBeUndefined()
  expect(notes).toEqual([])

  const attempt = sections.open('mfe-tips', '/')
  expect([attempt.Part.displayName, attempt.release]).toEqual(['mfe-tips@new /', release])
  expect(sections.open('mfe-tips', '/')).toBe(attempt)
  expect(notes).toEqual([{ started: 'mfe-tips', version: 'new', isFallback: false }])
  expect(load).not.toHaveBeenCalled()
})

test('code that is loaded where it is rendered has started once it is there, also that of the previous release', async () => {
  const sections = new Sections(async () => ({ Component: Page, version: 'old', isFallback: true }), isLast)
  const attempt = sections.open('mfe-tips', '/')
  expect(notes).toEqual([])
  render(createElement(Suspense, null, createElement(attempt.Part)))
  await waitFor(() => expect(attempt.release).toEqual({ remote: 'mfe-tips', version: 'old' }))
  expect(notes).toEqual([{ started: 'mfe-tips', version: 'old', isFallback: true }])
})

test('code that arrives after its page is rendered changes nothing there', () => {
  const sections = new Sections(neverLoads, isLast)
  const attempt = sections.open('mfe-tips', '/')
  sections.setAhead('mfe-tips', '/', loaded)
  expect(sections.open('mfe-tips', '/')).toBe(attempt)
  expect(notes).toEqual([])
})

test('a page whose code did not load for the HTML of the server is requested again at the next visit', () => {
  const sections = new Sections(neverLoads, isLast)
  sections.keepHtml('mfe-tips', '/')
  const readable = sections.open('mfe-tips', '/')
  expect(readable.step).toBe('readable')
  send(readable, 'left')
  expect(sections.open('mfe-tips', '/')).not.toBe(readable)
  expect(sections.open('mfe-tips', '/').step).toBe('registered')
})

test('the next attempt uses no code that was loaded before', () => {
  const sections = new Sections(neverLoads, isLast)
  sections.setAhead('mfe-tips', '/', loaded)
  sections.setAhead('mfe-payouts', '/out', loaded)
  const next = sections.retrySection(sections.open('mfe-tips', '/'))
  expect(next.Part.displayName).toBeUndefined()
  expect(next.number).toBe(1)
  expect(sections.open('mfe-payouts', '/out').Part.displayName).toBe('mfe-payouts@new /out')
})

test('an attempt falls back only from code that runs, and only if another release is left', () => {
  const sections = new Sections(neverLoads, () => true)
  expect(sections.fallBack(sections.open('mfe-tips', '/'))).toBeUndefined()
  sections.setLoaded('mfe-tips', '/', loaded)
  const running = sections.open('mfe-tips', '/')
  expect(sections.fallBack(running)).toBe(sections.open('mfe-tips', '/'))
  expect(sections.open('mfe-tips', '/')).not.toBe(running)

  const last = new Sections(neverLoads, isLast)
  last.setLoaded('mfe-tips', '/', loaded)
  expect(last.fallBack(last.open('mfe-tips', '/'))).toBeUndefined()
})
