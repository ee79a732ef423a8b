import type { PrecacheManifest } from '@portal/shared/page-protocol'
import { isPageWithMenu, openPage } from './page.ts'
import { deleteOldPrecaches, fillPrecache } from './precache.ts'
import { openMessage, renewSubscription, showMessage } from './push.ts'
import { isReleaseFile, releaseFile } from './release-file.ts'

// Caches the code and the empty page for a start without a network, and shows push messages. It sees no response of the
// API about money: the page stores a user's data (shell/src/updates/offline), which ends with the session.

/** A portal server that is older than this shell writes `offlineKit` only. */
declare const self: ServiceWorkerGlobalScope & { precacheManifest?: PrecacheManifest; offlineKit: PrecacheManifest }

const precache = self.precacheManifest ?? self.offlineKit

self.addEventListener('install', (event) => {
  requestPagesWhileStarting(event as RoutingInstallEvent)
  // Takes over immediately instead of when the last tab is closed: an open tab requests files by their hashes, and this
  // worker has those too.
  event.waitUntil(fillPrecache(precache).then(() => self.skipWaiting()))
})

type RoutingInstallEvent = ExtendableEvent & { addRoutes?(rule: object): Promise<void> }

/** Chromium requests a page while this worker starts. Without a network the worker responds. */
function requestPagesWhileStarting(event: RoutingInstallEvent): void {
  const condition = { requestMode: 'navigate', runningStatus: 'not-running' }
  event.addRoutes?.({ condition, source: 'race-network-and-fetch-handler' }).catch(() => {})
}

self.addEventListener('activate', (event) => {
  // Earlier workers enabled it, and the browser remembers that. Without a network Firefox shows its own error page when
  // a preload fails, whatever the worker responds with.
  const withoutPreload = self.registration.navigationPreload?.disable()
  event.waitUntil(Promise.all([deleteOldPrecaches(precache), withoutPreload, self.clients.claim()]))
})

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (isReleaseFile(pathname)) event.respondWith(releaseFile(event, precache))
  else if (isPageWithMenu(event.request, precache)) event.respondWith(openPage(event, precache))
})

self.addEventListener('push', (event) => {
  event.waitUntil(showMessage(self.registration, event.data))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openMessage(self.clients, event.notification))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  ;(event as ExtendableEvent).waitUntil(renewSubscription(self.registration.pushManager))
})
