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
  /** What a slot shows when its part is late or has failed. A page has notices instead. */
  fallback?: ReactNode
  children: (Part: ComponentType) => Elements
}

/** A page of a remote or what fills a slot: while it loads, when it runs, and when it fails. */
export function RemoteSection({ skeleton, fallback, children, ...options }: RemoteSectionProps) {
  const { attempt, isRetry, isMounted, retry, startOver, giveUp } = useAttempts(options)
  const failure = fallback ?? <SectionFailure onRetry={retry} />
  const waiting = <Waiting skeleton={skeleton} late={fallback ?? <SectionLate onRetry={startOver} />} />

  function handleError(): void {
    // Code that did not load is handled like a failed request.
    void checkNetwork()
    giveUp()
  }

  return (
    <>
      {attempt.step === 'readable' && <SectionReadable onRetry={startOver} />}
      <ErrorBoundary
        key={attempt.number}
        fallback={() => failure}
        onError={handleError}
        releaseInside={() => attempt.release}
      >
        {attempt.step === 'failed' ? (
          failure
        ) : (
          <Suspense fallback={isRetry && fallback ? fallback : waiting}>
            {children(attempt.Part)}
            <PartShown isMounted={isMounted} />
          </Suspense>
        )}
      </ErrorBoundary>
    </>
  )
}

/**
 * Makes attempts to show a section. The previous release of the remote follows a release that throws or is not shown in
 * time. `isMounted`: for `PartShown`.
 */
function useAttempts({ sections, remote, name, hasSkeleton, isTyped = () => false }: SectionOptions) {
  const [{ attempt, isRetry }, setCurrent] = useState(() => ({ attempt: sections.open(remote, name), isRetry: false }))
  const isMounted = useRef(false)
  const retry = () => setCurrent({ attempt: sections.retry(attempt), isRetry: true })
  const startOver = () => setCurrent({ attempt: sections.startOver(attempt), isRetry: true })

  /** Shows the previous release. If none is left, the section has failed, unless what is shown of it may stay. */
  function giveUp({ mayStay = false } = {}): void {
    const next = sections.fallBack(attempt)
    if (!next && mayStay) return
    if (!next) send(attempt, 'failed')
    setCurrent({ attempt: next ?? attempt, isRetry: isRetry || next !== undefined })
  }

  useShownTimeout({
    attempt,
    isShown: () => isMounted.current && !hasSkeleton(),
    onTimeout() {
      reportNotShown(attempt.release)
      const hasInput = isMounted.current && isTyped()
      if (!hasInput) giveUp({ mayStay: isMounted.current })
    },
  })
  useRevealWhenLoaded(attempt)
  useRetryWithNavigation(attempt, retry)
  // The next visit of a page that can only be read is another attempt.
  useEffect(() => () => send(attempt, 'left'), [attempt])
  return { attempt, isRetry, isMounted, retry, startOver, giveUp }
}

/** Renders a section as soon as its code is there. */
function useRevealWhenLoaded(attempt: SectionAttempt): void {
  const reveal = useReveal()
  useEffect(() => {
    // A failure is shown by the error boundary.
    if (attempt.step === 'loading') attempt.code?.then(reveal, () => {})
  }, [attempt, reveal])
}

/** Every navigation is another attempt after a failure, even a navigation to the page that is shown. */
function useRetryWithNavigation({ step }: SectionAttempt, retry: () => void): void {
  const { key } = useLocation()
  // `step` is that of the last render: a section that fails while React mounts it waits for the
  // next navigation, because the effect below also runs on mount.
  const navigated = useEffectEvent(() => {
    if (step === 'failed') retry()
  })
  useEffect(() => {
    if (key) navigated()
  }, [key])
}

/** Mounted beside the part in its Suspense, so the part is shown while this is mounted. */
function PartShown({ isMounted }: { isMounted: RefObject<boolean> }) {
  useLayoutEffect(() => {
    isMounted.current = true
    // Runs when the section suspends again, too.
    return () => {
      isMounted.current = false
    }
  }, [isMounted])
  return null
}
