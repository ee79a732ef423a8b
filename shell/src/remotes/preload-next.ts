// Requests what the page needs beside the shell's first files, as the portal server has written it into the HTML: loads
// while the shell starts.

for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel$=-next]')) link.rel = link.rel.slice(0, -5)
