/** A use of a feature that one of the oldest browsers lacks, and why it is harmless. */
export type KnownUse = {
  feature: string
  /** Text near it, such as its detection or the name of its library. */
  near?: RegExp
  why: string
}

/** The known uses in scripts. */
export const knownInScripts: readonly KnownUse[] = [
  {
    feature: 'api.Window.requestIdleCallback',
    near: /"requestIdleCallback"\s?in|requestIdleCallback\?\?/,
    why: 'Safari: a timer instead',
  },
  {
    feature: 'api.Window.cancelIdleCallback',
    near: /globalThis\.cancelIdleCallback\|\|/,
    why: 'web-vitals: the end of a timer instead',
  },
  {
    feature: 'api.PerformanceEventTiming',
    near: /globalThis\.PerformanceEventTiming/,
    why: 'web-vitals: without it no INP is measured',
  },
  {
    feature: 'api.Window.navigation',
    near: /"object"==typeof navigation|react-transition/,
    why: 'React looks whether it is there before it watches navigations',
  },
  {
    feature: 'api.Window.setImmediate',
    near: /typeof setImmediate/,
    why: 'of Node; React and axios take a timer or a message where it is not',
  },
  {
    feature: 'api.PublicKeyCredential.isConditionalMediationAvailable_static',
    near: /isConditionalMediationAvailable\?\.\(/,
    why: 'without it passkeys are not suggested at the field, and the button is there',
  },
  ...['getTransports', 'getPublicKeyAlgorithm', 'getPublicKey', 'getAuthenticatorData'].map((method) => ({
    feature: `api.AuthenticatorAttestationResponse.${method}`,
    near: /"function"==typeof \w+\.get/,
    why: '@simplewebauthn/browser leaves out what is not there, and the server reads it from the attestation',
  })),
  { feature: 'api.Navigator.canShare', near: /\.canShare\?\.\(/, why: 'without it a picture is saved instead' },
  ...[
    ...['', '.permission_static', '.requestPermission_static'].map((name) => `Notification${name}`),
    ...['getNotifications', 'showNotification'].map((name) => `ServiceWorkerRegistration.${name}`),
    'PushManager.getSubscription',
  ].map((name) => ({
    feature: `api.${name}`,
    why: 'Android WebView: looked for before push messages are offered or their code is loaded (shell/src/updates/push/with-push.ts)',
  })),
  {
    feature: 'api.InstallEvent.addRoutes',
    near: /\.addRoutes\?\.\(/,
    why: 'without it the service worker requests the page, once it has started',
  },
  ...['setAppBadge', 'clearAppBadge'].map((method) => ({
    feature: `api.Navigator.${method}`,
    near: /AppBadge\?\.\(/,
    why: 'without it the icon has no number',
  })),
  {
    feature: 'api.Document.startViewTransition',
    why: 'React Router and React for animated navigations, which nothing here asks for',
  },
  { feature: 'api.ViewTransition.skipTransition', why: 'of what startViewTransition would have returned' },
  {
    feature: 'api.Element.checkVisibility',
    near: /typeof \w+\.checkVisibility/,
    why: 'Base UI reads the computed style instead',
  },
  {
    feature: 'api.CSS.registerProperty_static',
    near: /"registerProperty"in CSS/,
    why: 'Base UI: the properties of a bottom sheet are inherited then, which costs time and changes nothing',
  },
  {
    feature: 'api.ServiceWorkerGlobalScope.cookieStore',
    near: /window\.cookieStore/,
    why: 'axios reads document.cookie instead',
  },
  {
    feature: 'javascript.builtins.Error.captureStackTrace',
    near: /Error\.captureStackTrace\?|"captureStackTrace"in Error/,
    why: 'axios and zod: the stack has one line more',
  },
  {
    feature: 'api.PerformanceSoftNavigation',
    near: /typeof globalThis\.PerformanceSoftNavigation\?/,
    why: 'web-vitals: without it soft navigations are not measured',
  },
  {
    feature: 'javascript.builtins.Iterator.map',
    near: /\.keys\(\)\.map\(\w+=>\{let \w+=\w+\.slice\(\w+\.lastIndexOf\("\/"/,
    why: 'the names of the files of a webpack context are a list (shell/src/remotes)',
  },
  {
    feature: 'javascript.builtins.AsyncDisposableStack.use',
    near: /\.H\.use\(/,
    why: 'use() of React, not of a stack',
  },
]

/** The known uses in stylesheets. */
export const knownInStyles: readonly KnownUse[] = [
  { feature: 'css.properties.text-wrap', why: 'lines break at their end as ever' },
  { feature: 'css.properties.text-wrap.balance', why: 'the same' },
  { feature: 'css.properties.text-wrap.pretty', why: 'the same' },
  { feature: 'css.properties.field-sizing', why: 'a long text is scrolled in its field, which can be made taller' },
  { feature: 'css.properties.field-sizing.content', why: 'the same' },
  { feature: 'css.properties.scrollbar-gutter', why: 'the page moves by half a bar where one comes' },
  { feature: 'css.properties.scrollbar-gutter.stable', why: 'the same' },
  { feature: 'css.properties.scrollbar-width', why: '::-webkit-scrollbar does it in those browsers' },
  { feature: 'css.properties.scrollbar-width.none', why: 'the same' },
  {
    feature: 'css.selectors.has',
    near: /:root:has\(\[data-backdrop\]\)|:root:has\(\.[\w-]+\)\s*\{\s*scrollbar-gutter/,
    why: 'of the strip of the scrollbar: in Firefox before 121 it is not dimmed, and moves a card by half of itself',
  },
  {
    feature: 'css.selectors.-webkit-scrollbar',
    near: /::-webkit-scrollbar\s*\{\s*display:\s*none/,
    why: 'Firefox has scrollbar-width',
  },
  { feature: 'css.at-rules.page', near: /@page\{margin/, why: 'Safari prints with the margins of its own dialog' },
  { feature: 'css.selectors.-webkit-search-cancel-button', why: 'Firefox draws no such button' },
  { feature: 'css.selectors.-moz-progress-bar', why: 'one rule for each engine' },
  { feature: 'css.selectors.-webkit-progress-bar', why: 'the same' },
  { feature: 'css.selectors.-webkit-progress-value', why: 'the same' },
  { feature: 'css.selectors.selection', why: 'iOS draws its own selection' },
  { feature: 'css.properties.-webkit-tap-highlight-color', why: 'only WebKit and Chromium draw one' },
  { feature: 'css.properties.forced-color-adjust', why: 'Safari forces no colours' },
  { feature: 'css.properties.forced-color-adjust.none', why: 'the same' },
  { feature: 'css.properties.resize', why: 'no corner to drag on a phone' },
  { feature: 'css.properties.resize.vertical', why: 'the same' },
  ...['default', 'not-allowed', 'pointer', 'progress'].map((cursor) => ({
    feature: `css.properties.cursor.${cursor}`,
    why: 'a finger has no cursor',
  })),
]
