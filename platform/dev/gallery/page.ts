import { randomBytes } from 'node:crypto'

/** Returns the gallery's page and its headers, with the policy of the portal's pages (server/http/security.ts). */
export function galleryPage(): { html: string; headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64')
  return { html: html(nonce), headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy(nonce) } }
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'strict-dynamic' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types portal',
  ].join(';')
}

// Sets the theme before the first paint, as on the portal's page.
const html = (nonce: string) => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<script nonce="${nonce}">
const theme = localStorage.getItem('chaevye:theme')
if (theme) document.documentElement.dataset.theme = theme
</script>
<link rel="stylesheet" href="/main.css">
<script defer src="/main.js" nonce="${nonce}"></script>
</head>
<body>
<div id="root"></div>
</body>
</html>
`
