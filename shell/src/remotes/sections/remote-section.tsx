import type { Elements } from '@portal/shared/elements'
import { ErrorBoundary } from '@portal/shared/error-boundary'
import { checkNetwork } from '@portal/shared/http/online'
import { useLocation } from '@portal/shared/router'
import { useReveal } from '@portal/shared/use-reveal'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { reportNotShown } from './report-caught.ts'
import { SectionFailure, SectionLate, SectionReadable, Waiting } from './section-notices.tsx'
import { type SectionAttempt, type Sections, send } from './sections.ts'
import { useShownTimeout } from './shown-timeout.ts'

type SectionOptions = {
  sections: Sections
  remote: string
  /** The path of a page, or the name of a slot. */
  name: string
  /** Returns whether a part of it is still a skeleton. */
  hasSkeleton: () => boolean
  /** Returns whether something was typed, so that it must not be removed. */
  isTyped?: () => boolean
}

type RemoteSectionProps = SectionOptions & {
  skeleton: ReactNode
  /** What a slot shows when its part is late or has failed, or null. Undefined for a page, which has notices. */
  fallback?: ReactNode
  children: (Part: ComponentType) => Elements
}

/** A page of a remote or what fills a slot: while it loads, when it runs, and when it fails. */
export function RemoteSection({ skeleton, fallback, children, ...options }: RemoteSectionProps) {
  const isSlot = fallback !== undefined
  const { attempt, isRetry, isPartShown, retrySection, retryRemote, giveUp } = useAttempts(options, isSlot)
  const failure = isSlot ? fallback : <SectionFailure onRetry={retrySection} />
  const waiting = <Waiting skeleton={skeleton} late={isSlot ? fallback : <SectionLate onRetry={retryRemote} />} />

  function handleError(error: unknown): void {
    // Code that did not load is handled like a failed request.
    void checkNetwork()
    giveUp(error)
  }

  return (
    <>
      {attempt.step === 'readable' && <SectionReadable onRetry={retryRemote} />}
      <ErrorBoundary
        key={attempt.number}
        fallback={() => failure}
        onError={handleError}
        releaseInside={() => attempt.release}
      >
        {attempt.step === 'failed' ? (
          failure
        ) : (
          // A slot that is loaded again keeps its fallback instead of going back to the skeleton.
          <Suspense fallback={isRetry && isSlot ? fallback : waiting}>
            {children(attempt.Part)}
            <PartShown isPartShown={isPartShown} />
          </Suspense>
        )}
      </ErrorBoundary>
    </>
  )
}

/**
 * Makes attempts to show a section. The previous release of the remote follows a release that throws or is not shown in
 * time. `isPartShown` is set by `PartShown`.
 */
function useAttempts(options: SectionOptions, isSlot: boolean) {
  const { sections, remote, name, hasSkeleton, isTyped = () => false } = options
  const [{ attempt, isRetry }, setCurrent] = useState(() => ({ attempt: sections.open(remote, name), isRetry: false }))
  const isPartShown = useRef(false)
  const retrySection = () => setCurrent({ attempt: sections.retrySection(attempt), isRetry: true })
  const retryRemote = () => setCurrent({ attempt: sections.retryRemote(attempt), isRetry: true })

  /** Shows the previous release. If none is left, the section has failed, unless what is shown of it may stay. */
  function giveUp(cause: unknown, mayStay = false): void {
    const next = sections.fallBack(attempt, cause)
    if (next) {
      setCurrent({ attempt: next, isRetry: true })
    } else if (!mayStay) {
      send(attempt, 'failed')
      // A new object makes React render again: the step of an attempt is not a state of React.
      setCurrent({ attempt, isRetry })
    }
  }

  useShownTimeout({
    attempt,
    isShown: () => isPartShown.current && !hasSkeleton(),
    onTimeout() {
      const error = reportNotShown(attempt.release)
      const hasInput = isPartShown.current && isTyped()
      if (!hasInput) giveUp(error, isPartShown.current)
    },
  })
  useRevealWhenLoaded(attempt)
  // The menu stays through navigations, so a broken badge would be loaded with each.
  useRetryWithNavigation(attempt, isSlot ? () => {} : retrySection)
  // A page that can only be read counts as failed when the user leaves it: the next visit begins another attempt.
  useEffect(() => () => send(attempt, 'left'), [attempt])
  return { attempt, isRetry, isPartShown, retrySection, retryRemote, giveUp }
}

/** Renders a section as soon as its code is there. */
function useRevealWhenLoaded(attempt: SectionAttempt): void {
  const reveal = useReveal()
  useEffect(() => {
    // A failure is shown by the error boundary.
    if (attempt.step === 'loading') attempt.code?.then(reveal, () => {})
  }, [attempt, reveal])
}

/** Every navigation is another attempt of a page after a failure, even a navigation to the page that is shown. */
function useRetryWithNavigation({ step }: SectionAttempt, retry: () => void): void {
  const { key } = useLocation()
  // The effect below also runs on mount, and must not retry what has failed during that mount: so it uses the step as
  // it was rendered.
  const navigated = useEffectEvent(() => {
    if (step === 'failed') retry()
  })
  useEffect(() => {
    if (key) navigated()
  }, [key])
}

/** Mounted beside the part in its Suspense, so the part is shown while this is mounted. */
function PartShown({ isPartShown }: { isPartShown: RefObject<boolean> }) {
  useLayoutEffect(() => {
    isPartShown.current = true
    // Runs when the section suspends again, too.
    return () => {
      isPartShown.current = false
    }
  }, [isPartShown])
  return null
}
