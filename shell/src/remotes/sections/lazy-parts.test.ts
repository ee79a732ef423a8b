import { render, waitFor } from '@testing-library/react'
import { type ComponentType, createElement, Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { LazyParts } from './lazy-parts.ts'

const Page: ComponentType = () => null
const loaded = { Component: Page, version: 'new', isFallback: false }
const started = { started: 'mfe-tips', version: 'new', isFallback: false }
let notes: unknown[] = []

beforeEach(() => {
  notes = []
  window.portal = { ...fakeEarlyPortal(), note: (note: unknown) => notes.push(note) }
})

test('code that was loaded ahead of time is rendered without a wait, and has started once it is rendered', () => {
  const load = vi.fn()
  const parts = new LazyParts(load)
  parts.setAhead('mfe-tips', '/', loaded)
  expect(parts.loadedRelease('mfe-tips', '/')).toBeUndefined()
  expect(notes).toEqual([])

  const part = parts.get('mfe-tips', '/')
  expect(part).toEqual({ Part: Page, release: { remote: 'mfe-tips', version: 'new' } })
  expect(parts.get('mfe-tips', '/')).toBe(part)
  expect(notes).toEqual([started])
  expect(load).not.toHaveBeenCalled()
})

test('code that is loaded where it is rendered has started once it is there, be it of the release before', async () => {
  const parts = new LazyParts(async () => ({ Component: Page, version: 'old', isFallback: true }))
  const part = parts.get('mfe-tips', '/')
  expect(notes).toEqual([])
  render(createElement(Suspense, null, createElement(part.Part)))
  await waitFor(() => expect(part.release).toEqual({ remote: 'mfe-tips', version: 'old' }))
  expect(notes).toEqual([{ started: 'mfe-tips', version: 'old', isFallback: true }])
})

test('code that arrives after its page is rendered changes nothing there', () => {
  const parts = new LazyParts(() => new Promise(() => {}))
  const part = parts.get('mfe-tips', '/')
  parts.setAhead('mfe-tips', '/', loaded)
  expect(parts.get('mfe-tips', '/')).toBe(part)
  expect(notes).toEqual([])
})

test('a page whose code did not load for the HTML of the server is requested again at the next visit', () => {
  const parts = new LazyParts(() => new Promise(() => {}))
  parts.setDead('mfe-tips', '/')
  const dead = parts.get('mfe-tips', '/')
  expect(dead.isDead).toBe(true)
  parts.forgetDead()
  expect(parts.get('mfe-tips', '/')).not.toBe(dead)
  expect(parts.get('mfe-tips', '/').isDead).toBeUndefined()
})

test('the next attempt uses no code that was loaded before', () => {
  const parts = new LazyParts(() => new Promise(() => {}))
  parts.setAhead('mfe-tips', '/', loaded)
  parts.setAhead('mfe-payouts', '/out', loaded)
  parts.forget('mfe-tips')
  expect(parts.get('mfe-tips', '/').Part).not.toBe(Page)
  expect(parts.get('mfe-payouts', '/out').Part).toBe(Page)
})
