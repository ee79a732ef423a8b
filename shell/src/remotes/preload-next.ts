// Requests what the page needs beside the shell's first files, as the portal server has written it into the HTML: loads
// while the shell starts.

// The loader of a remote's bundle names its stylesheets with the origin of the page.
for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
  const { href = '' } = style.dataset
  if (!href.startsWith('/releases/shell/')) style.dataset.href = location.origin + href
}
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel$=-next]')) link.rel = link.rel.slice(0, -5)
