// Declares `window.installPrompt`.
import type {} from '@portal/shared/page-protocol'
import { useSyncExternalStore } from 'react'

/**
 * `offered`: the browser prompts on demand; `declined`: it has prompted, and does so once in a page. `by-hand`: on an
 * iPhone or iPad, from the menu «Поделиться». `impossible`: not in this browser, or it does not say.
 */
export type Installing = 'installed' | 'offered' | 'declined' | 'by-hand' | 'impossible'

declare global {
  interface Navigator {
    /** iOS only. */
    standalone?: boolean
  }
}

const standalone = '(display-mode: standalone)'
const listeners = new Set<() => void>()
/** The choice of the user in this page. */
let userChoice: 'installed' | 'declined' | undefined

function setUserChoice(given: 'installed' | 'declined'): void {
  userChoice = given
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const installed = () => setUserChoice('installed')
  listeners.add(listener)
  addEventListener('beforeinstallprompt', listener)
  addEventListener('appinstalled', installed)
  return () => {
    listeners.delete(listener)
    removeEventListener('beforeinstallprompt', listener)
    removeEventListener('appinstalled', installed)
  }
}

function installing(): Installing {
  if (navigator.standalone || matchMedia(standalone).matches || userChoice === 'installed') return 'installed'
  if (window.installPrompt) return 'offered'
  if (userChoice) return userChoice
  return 'standalone' in navigator ? 'by-hand' : 'impossible'
}

export function useInstalling(): Installing {
  // The server does not know the browser. The part is the last of the page, so it moves nothing when it appears.
  return useSyncExternalStore(subscribe, installing, () => 'impossible')
}

/** Opens the prompt of the browser, if it has offered one. */
export async function install(): Promise<void> {
  const prompt = window.installPrompt
  // A browser shows its prompt only once.
  // biome-ignore lint/plugin: the page stores the prompt there, before any remote runs
  window.installPrompt = undefined
  const choice = await prompt?.prompt()
  setUserChoice(choice?.outcome === 'accepted' ? 'installed' : 'declined')
}
