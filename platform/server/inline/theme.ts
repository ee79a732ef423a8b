// Runs in each page before anything is painted.

// The colour of the system bars does not follow a theme that the user chooses in the portal.
new MutationObserver(() => {
  const chosen = document.documentElement.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { theme } = meta.dataset
    meta.media = !chosen ? `(prefers-color-scheme: ${theme})` : theme === chosen ? 'all' : 'not all'
  }
}).observe(document.documentElement, { attributeFilter: ['data-theme'] })

/** Applies the chosen theme before the first paint and after a choice in another tab. The default is the system's. */
function showTheme(): void {
  const theme = localStorage.getItem('chaevye:theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}

try {
  showTheme()
  addEventListener('storage', showTheme)
} catch {}
