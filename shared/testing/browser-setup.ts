import '@testing-library/jest-dom/vitest'
import { responseArrived } from '@portal/shared/http/online'
import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
// Loaded before the client, so that no test ever uses a network.
import { resetStubs } from './http-stub.ts'

// The limit for events that never come. On a busy machine events take longer than expected.
configure({ asyncUtilTimeout: 30_000 })

const { href, origin } = location

afterEach(() => {
  cleanup()
  // Without a page the query client hears of no connection, and the next file of tests has the same client.
  onlineManager.setOnline(true)
  responseArrived()
  // A click on a download navigates the page; the next file of tests has the same page.
  if (location.origin !== origin) Reflect.get(window, 'happyDOM').setURL(href)
  resetStubs()
  localStorage.clear()
  sessionStorage.clear()
})
