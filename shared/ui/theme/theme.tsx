import { localStore } from '@portal/shared/browser-storage'
import { useSyncExternalStore } from 'react'

/** `system` follows the device. */
export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'chaevye:theme'

function readTheme(): Theme {
  const value = document.documentElement.dataset.theme
  return value === 'light' || value === 'dark' ? value : 'system'
}

function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStore.removeItem(storageKey)
    delete document.documentElement.dataset.theme
  } else {
    localStore.setItem(storageKey, theme)
    document.documentElement.dataset.theme = theme
  }
}

/** The page itself sets the stored choice on `<html>`, before it paints and when another tab makes one. */
function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** `const [theme, setTheme] = useTheme()`: the value of `<html data-theme>`, which the server does not know. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), setTheme]
}
