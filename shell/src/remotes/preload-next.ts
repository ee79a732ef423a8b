// Requests what the page needs beside the shell's first files, as the portal server has written it into the HTML: loads
// while the shell starts.

// The loader of a remote's bundle names its stylesheets with the origin of the page.
for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]')) {
  const { href = '' } = style.dataset
  if (!href.startsWith('/releases/shell/')) style.dataset.href = location.origin + href
}

// On a page that the server has rendered, these links are only for slots. Their HTML works without code, so the page's
// own code loads first.
if (document.getElementById('rendered')) setTimeout(requestNext)
else requestNext()

function requestNext(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel$=-next]')) link.rel = link.rel.slice(0, -5)
}
