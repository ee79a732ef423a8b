// Declares `window.installPrompt` and `window.installChoice`.
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

function setInstallChoice(choice: 'installed' | 'declined'): void {
  // biome-ignore lint/plugin: each remote has its own copy of this module
  window.installChoice = choice
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const installed = () => setInstallChoice('installed')
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
  if (navigator.standalone || matchMedia(standalone).matches || window.installChoice === 'installed') return 'installed'
  if (window.installPrompt) return 'offered'
  if (window.installChoice) return window.installChoice
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
  setInstallChoice(choice?.outcome === 'accepted' ? 'installed' : 'declined')
}
