import type { ReleaseName } from '@portal/shared/page-protocol'
import { type ComponentType, lazy } from 'react'
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

/** Marks a release as failed. Returns whether another one is left. */
type FallBack = (failed: ReleaseName, name: string) => boolean

/** The newest attempt of each section of one kind: the pages of remotes, or what fills slots. */
export class Sections {
  readonly #load: Load
  readonly #fallBack: FallBack
  readonly #attempts = new Map<string, SectionAttempt>()
  /** Code that was loaded ahead of time, until it is rendered. */
  readonly #ahead = new Map<string, LoadedPart>()

  constructor(load: Load, fallBack: FallBack) {
    this.#load = load
    this.#fallBack = fallBack
  }

  /** Returns the attempt that a section on the screen begins with. Its code may run already. */
  open(remote: string, name: string): SectionAttempt {
    const known = this.#attempts.get(sectionKey(remote, name))
    return known && known.step !== 'failed' ? known : this.#begin(remote, name)
  }

  /** Begins the next attempt after a failure. It uses no code of the section that was loaded before. */
  retry({ remote, name, number }: SectionAttempt): SectionAttempt {
    this.#ahead.delete(sectionKey(remote, name))
    return this.#begin(remote, name, number + 1)
  }

  /** Begins the next attempt without any code of the remote that was loaded before or is still loading. */
  startOver({ remote, name, number }: SectionAttempt): SectionAttempt {
    for (const known of [this.#attempts, this.#ahead]) {
      for (const key of known.keys()) if (key.startsWith(sectionKey(remote, ''))) known.delete(key)
    }
    return this.#begin(remote, name, number + 1)
  }

  /**
   * Begins the next attempt if another release is left. An attempt that did not load has already used both releases.
   */
  fallBack(attempt: SectionAttempt): SectionAttempt | undefined {
    const { release, name } = attempt
    return release && this.#fallBack(release, name) ? this.startOver(attempt) : undefined
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
    const attempt: SectionAttempt = { remote, name, number, step: 'registered', Part: loaded?.Component ?? Lazy }
    this.#attempts.set(sectionKey(remote, name), attempt)
    if (loaded) start(attempt, loaded)
    return attempt
  }

  async #loadInto(attempt: SectionAttempt): Promise<{ default: ComponentType }> {
    try {
      const loaded = await this.#load(attempt.remote, attempt.name)
      start(attempt, loaded)
      return { default: loaded.Component }
    } catch (failure) {
      send(attempt, 'failed')
      throw failure
    }
  }
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
