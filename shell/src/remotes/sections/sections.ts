import type { ReleaseName } from '@portal/shared/page-protocol'
import { type ComponentType, createElement, lazy } from 'react'
import type { LoadedPart } from '../load-page.ts'

type AttemptEvent = 'requested' | 'started' | 'htmlKept' | 'failed' | 'left'
type AttemptStep = 'registered' | 'loading' | 'running' | 'readable' | 'failed'

/** What each event makes of an attempt to show a section. An event without an entry changes nothing. */
const transitions: Record<AttemptStep, Partial<Record<AttemptEvent, AttemptStep>>> = {
  // The registry names it. Its code is requested when React renders it for the first time, unless it is loaded already.
  registered: { requested: 'loading', started: 'running', htmlKept: 'readable', failed: 'failed' },
  loading: { started: 'running', failed: 'failed' },
  // The code of the current release runs, or that of the previous one after a failure.
  running: { failed: 'failed' },
  // The HTML of the server shows it, but its code did not load.
  readable: { failed: 'failed', left: 'failed' },
  // Another attempt follows: with the previous release, by «Повторить», or with the next navigation.
  failed: {},
}

export function nextStep(step: AttemptStep, event: AttemptEvent): AttemptStep {
  return transitions[step][event] ?? step
}

/**
 * An attempt to show a section, which is a page of a remote or what fills a slot. It lives outside of React, because a
 * component that suspends before it is mounted loses its state.
 */
export type SectionAttempt = {
  readonly remote: string
  /** The path of a page, or the name of a slot. */
  readonly name: string
  /** The number of attempts before it in this tab. */
  readonly number: number
  step: AttemptStep
  Part: ComponentType
  /** Set once its code is requested. */
  code?: Promise<unknown>
  /** Set once its code runs in a browser. */
  release?: ReleaseName
}

export function send(attempt: SectionAttempt, event: AttemptEvent): void {
  attempt.step = nextStep(attempt.step, event)
}

type Load = (remote: string, name: string) => Promise<LoadedPart>

/** Marks a release as failed if another one is left to load. Returns whether it did. */
type MarkFailed = (failed: ReleaseName, name: string, cause: unknown) => boolean

/** The newest attempt of each section of one kind: the pages of remotes, or what fills slots. */
export class Sections {
  readonly #load: Load
  readonly #markFailed: MarkFailed
  readonly #attempts = new Map<string, SectionAttempt>()
  /** Code that was loaded ahead of time. The attempts that follow use it, until one of the retries forgets it. */
  readonly #ahead = new Map<string, LoadedPart>()

  constructor(load: Load, markFailed: MarkFailed) {
    this.#load = load
    this.#markFailed = markFailed
  }

  /** Returns the attempt that a section on the screen begins with. Its code may run already. */
  open(remote: string, name: string): SectionAttempt {
    const known = this.#attempts.get(sectionKey(remote, name))
    return known && known.step !== 'failed' ? known : this.#begin(remote, name)
  }

  /** Begins the next attempt of one section. Code of it that was loaded ahead is not used. */
  retrySection({ remote, name, number }: SectionAttempt): SectionAttempt {
    this.#ahead.delete(sectionKey(remote, name))
    return this.#begin(remote, name, number + 1)
  }

  /** Begins the next attempt of a section, and forgets all else of its remote: attempts, and what was loaded ahead. */
  retryRemote({ remote, name, number }: SectionAttempt): SectionAttempt {
    for (const known of [this.#attempts, this.#ahead]) {
      for (const key of known.keys()) if (key.startsWith(sectionKey(remote, ''))) known.delete(key)
    }
    return this.#begin(remote, name, number + 1)
  }

  /**
   * Begins the next attempt if another release is left. An attempt that did not load has already used both releases.
   */
  fallBack(attempt: SectionAttempt, cause?: unknown): SectionAttempt | undefined {
    const { release, name } = attempt
    return release && this.#markFailed(release, name, cause) ? this.retryRemote(attempt) : undefined
  }

  /** Returns the release whose code a section has in this tab. */
  loadedRelease(remote: string, name: string): ReleaseName | undefined {
    return this.#attempts.get(sectionKey(remote, name))?.release
  }

  /** Sets code that counts as started only when it is rendered. */
  setAhead(remote: string, name: string, loaded: LoadedPart): void {
    this.#ahead.set(sectionKey(remote, name), loaded)
  }

  /** Sets the code of a section before it is on the screen, so that it renders or hydrates without a wait. */
  setLoaded(remote: string, name: string, loaded: LoadedPart): void {
    this.#begin(remote, name, 0, loaded)
  }

  /** Makes a section suspend until its next attempt, so that React leaves the HTML of the server unchanged. */
  keepHtml(remote: string, name: string): void {
    const attempt = this.#begin(remote, name)
    attempt.Part = lazy(() => new Promise<never>(() => {}))
    send(attempt, 'htmlKept')
  }

  #begin(remote: string, name: string, number = 0, loaded = this.#ahead.get(sectionKey(remote, name))): SectionAttempt {
    const Lazy = lazy(() => {
      const code = this.#loadInto(attempt)
      attempt.code = code
      send(attempt, 'requested')
      return code
    })
    const attempt: SectionAttempt = {
      remote,
      name,
      number,
      step: 'registered',
      Part: loaded ? toNamed(remote, name, loaded) : Lazy,
    }
    this.#attempts.set(sectionKey(remote, name), attempt)
    if (loaded) start(attempt, loaded)
    return attempt
  }

  async #loadInto(attempt: SectionAttempt): Promise<{ default: ComponentType }> {
    try {
      const loaded = await this.#load(attempt.remote, attempt.name)
      start(attempt, loaded)
      return { default: toNamed(attempt.remote, attempt.name, loaded) }
    } catch (failure) {
      send(attempt, 'failed')
      throw failure
    }
  }
}

/** Returns a component that React DevTools show as `mfe-tips@3f2a /billing`. */
function toNamed(remote: string, name: string, { Component, version }: LoadedPart): ComponentType {
  if (version === undefined) return Component
  const Named = (props: object) => createElement(Component, props)
  Named.displayName = `${remote}@${version.replace('preview-', '').slice(0, 4)} ${name}`
  return Named
}

function start(attempt: SectionAttempt, { version, isFallback = false }: LoadedPart): void {
  send(attempt, 'started')
  if (version === undefined) return
  const { remote } = attempt
  attempt.release = { remote, version }
  window.portal.note({ started: remote, version, isFallback })
}

function sectionKey(remote: string, name: string): string {
  return `${remote} ${name}`
}
